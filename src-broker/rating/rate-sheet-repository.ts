// The rate sheets that the service prices with: the bundled ones and the imported ones.
import type { Store } from '../store/store';
import { checkProductIds, loadRateSheets, type RateSheet } from './rate-sheet';

/** The newest sheet of each carrier in force on an ISO date. If two start on the same day, the later one in the list wins. */
function newestOf(sheets: readonly RateSheet[], onDate: string): Map<string, RateSheet> {
	const newest = new Map<string, RateSheet>();
	for (const sheet of sheets) {
		if (sheet.effectiveFrom > onDate || (sheet.effectiveTo !== null && sheet.effectiveTo < onDate)) continue;
		const before = newest.get(sheet.carrierCode);
		if (!before || before.effectiveFrom <= sheet.effectiveFrom) newest.set(sheet.carrierCode, sheet);
	}
	return newest;
}

/** The sheets in force on an ISO date, one per carrier. An imported sheet replaces the bundled sheet of its carrier. */
export function sheetsInForce(
	bundled: readonly RateSheet[],
	imported: readonly RateSheet[],
	onDate: string,
): RateSheet[] {
	return [...new Map([...newestOf(bundled, onDate), ...newestOf(imported, onDate)]).values()];
}

/** Call `refresh` before use: it loads the imported sheets. @throws Error when a bundled sheet is invalid */
export function createRateSheetRepository(store: Store, resourcesDir: string) {
	const bundled = loadRateSheets(resourcesDir);
	let imported: readonly RateSheet[] = [];
	let importedIds = '';
	/** Sheets in force. Valid for one day and until the next import. */
	let current: { onDate: string; sheets: readonly RateSheet[] } | undefined;

	async function readImported(): Promise<RateSheet[]> {
		const rows = await store.selectFrom('rate_sheet').select('sheet').orderBy('id').execute();
		// Cast: `save` wrote a validated sheet with amounts in cents. The schema cannot parse it, because files hold euros.
		return rows.map(({ sheet }) => JSON.parse(sheet) as RateSheet);
	}

	return {
		/** The sheets in force on an ISO date, one per carrier. */
		inForce(onDate: string): readonly RateSheet[] {
			if (current?.onDate !== onDate) current = { onDate, sheets: sheetsInForce(bundled, imported, onDate) };
			return current.sheets;
		},

		/** Loads sheets that this or another process has imported since the last call. */
		async refresh(): Promise<void> {
			const rows = await store.selectFrom('rate_sheet').select('id').orderBy('id').execute();
			const ids = rows.map(({ id }) => id).join();
			if (ids === importedIds) return;
			imported = await readImported();
			importedIds = ids;
			current = undefined;
		},

		/** @throws Error when a productId belongs to another carrier; nothing is saved */
		async save(sheet: RateSheet, at: Date): Promise<void> {
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
