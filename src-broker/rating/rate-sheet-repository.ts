// The rate sheets from which the service computes prices: bundled ones (resources/rate-sheets) and imported ones (database).
import type { Store } from '../store/store';
import { checkProductIds, loadRateSheets, type RateSheet } from './rate-sheet';

/**
 * The sheet that each carrier uses on an ISO date, by carrier code: of the carrier's sheets in force, the one with the latest start.
 * If two start on the same day, the one that comes later in `sheets` is used.
 */
function newestByCarrier(sheets: readonly RateSheet[], onDate: string): Map<string, RateSheet> {
	const newest = new Map<string, RateSheet>();
	for (const sheet of sheets) {
		if (sheet.effectiveFrom > onDate || (sheet.effectiveTo !== null && sheet.effectiveTo < onDate)) continue;
		const newestSoFar = newest.get(sheet.carrierCode);
		if (!newestSoFar || newestSoFar.effectiveFrom <= sheet.effectiveFrom) newest.set(sheet.carrierCode, sheet);
	}
	return newest;
}

/** The sheets in force on an ISO date, one per carrier. An imported sheet replaces the bundled sheet of its carrier. */
export function sheetsInForce(
	bundledSheets: readonly RateSheet[],
	importedSheets: readonly RateSheet[],
	onDate: string,
): RateSheet[] {
	return [...new Map([...newestByCarrier(bundledSheets, onDate), ...newestByCarrier(importedSheets, onDate)]).values()];
}

/** Call `refresh` before the first use: it loads the imported sheets. @throws Error when a bundled sheet is invalid */
export function createRateSheetRepository(store: Store, resourcesDir: string) {
	const bundledSheets = loadRateSheets(resourcesDir);
	let importedSheets: readonly RateSheet[] = [];
	/** Ids of `importedSheets`, joined by commas. `refresh` compares them with those in the database to detect an import. */
	let importedIds = '';
	/** Sheets in force on a day. Cleared when imported sheets are loaded. */
	let inForceCache: { onDate: string; sheets: readonly RateSheet[] } | undefined;

	async function readImported(): Promise<RateSheet[]> {
		const rows = await store.selectFrom('rate_sheet').select('sheet').orderBy('id').execute();
		// Cast: `save` wrote a validated sheet. The schema cannot validate it again, because it expects amounts in euros, as in files;
		// the stored amounts are in cents.
		return rows.map(({ sheet }) => JSON.parse(sheet) as RateSheet);
	}

	return {
		/** The sheets in force on an ISO date, one per carrier. */
		sheetsOn(onDate: string): readonly RateSheet[] {
			if (inForceCache?.onDate !== onDate)
				inForceCache = { onDate, sheets: sheetsInForce(bundledSheets, importedSheets, onDate) };
			return inForceCache.sheets;
		},

		/** Loads sheets that this or another process has imported since the last call. */
		async refresh(): Promise<void> {
			const rows = await store.selectFrom('rate_sheet').select('id').orderBy('id').execute();
			const ids = rows.map(({ id }) => id).join();
			if (ids === importedIds) return;
			importedSheets = await readImported();
			importedIds = ids;
			inForceCache = undefined;
		},

		/** Saves an imported sheet. @throws Error when one of its product ids belongs to another carrier; nothing is saved */
		async save(sheet: RateSheet, importedAt: Date): Promise<void> {
			checkProductIds([...bundledSheets, ...(await readImported()), sheet]);
			await store
				.insertInto('rate_sheet')
				.values({
					carrier_code: sheet.carrierCode,
					effective_from: sheet.effectiveFrom,
					sheet: JSON.stringify(sheet),
					imported_at: importedAt.toISOString(),
				})
				.execute();
		},
	};
}
export type RateSheetRepository = ReturnType<typeof createRateSheetRepository>;
