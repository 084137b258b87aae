// The rate sheets that the service prices with: those it came with, and those that the site imported.
import type { Store } from '../store/store';
import { checkProductIds, loadRateSheets, type RateSheet } from './rate-sheet';

/** The newest sheet of each carrier that is in force on a day; of two that start together the later in the list. */
function newestOf(sheets: readonly RateSheet[], onDate: string): Map<string, RateSheet> {
	const newest = new Map<string, RateSheet>();
	for (const sheet of sheets) {
		if (sheet.effectiveFrom > onDate || (sheet.effectiveTo !== null && sheet.effectiveTo < onDate)) continue;
		const before = newest.get(sheet.carrierCode);
		if (!before || before.effectiveFrom <= sheet.effectiveFrom) newest.set(sheet.carrierCode, sheet);
	}
	return newest;
}

/** While a site's own sheet of a carrier is in force, it takes the place of the one that came with the service. */
export function sheetsInForce(
	bundled: readonly RateSheet[],
	imported: readonly RateSheet[],
	onDate: string,
): RateSheet[] {
	return [...new Map([...newestOf(bundled, onDate), ...newestOf(imported, onDate)]).values()];
}

export function createRateSheetRepository(store: Store, resourcesDir: string) {
	const bundled = loadRateSheets(resourcesDir);
	let imported: readonly RateSheet[] = [];
	let importedIds = '';
	/** What is in force changes with the day and with an import: it is worked out once for each. */
	let worked: { onDate: string; sheets: readonly RateSheet[] } | undefined;

	async function readImported(): Promise<RateSheet[]> {
		const rows = await store.selectFrom('rate_sheet').select('sheet').orderBy('id').execute();
		// Written by `keep` from a checked sheet, with money in cents: the schema of files, in euros, does not fit it.
		return rows.map(({ sheet }) => JSON.parse(sheet) as RateSheet);
	}

	return {
		inForce(onDate: string): readonly RateSheet[] {
			if (worked?.onDate !== onDate) worked = { onDate, sheets: sheetsInForce(bundled, imported, onDate) };
			return worked.sheets;
		},

		/** Takes up what was imported since, also by another process. */
		async refresh(): Promise<void> {
			const rows = await store.selectFrom('rate_sheet').select('id').orderBy('id').execute();
			const ids = rows.map(({ id }) => id).join();
			if (ids === importedIds) return;
			imported = await readImported();
			importedIds = ids;
			worked = undefined;
		},

		/** @throws when its productIds belong to another carrier: nothing was kept */
		async keep(sheet: RateSheet, at: Date): Promise<void> {
			checkProductIds([...bundled, ...(await readImported()), sheet]);
			await store
				.insertInto('rate_sheet')
				.values({
					carrier_code: sheet.carrierCode,
					effective_from: sheet.effectiveFrom,
					sheet: JSON.stringify(sheet),
					imported_at: at.toISOString(),
				})
				.execute();
		},
	};
}
export type RateSheetRepository = ReturnType<typeof createRateSheetRepository>;
