// The rate sheets that the service prices with: those it came with, and those that the site imported.
import type { Store } from '../store/store';
import { checkProductIds, loadRateSheets, type RateSheet } from './rate-sheet';

export function createHeldSheets(store: Store, resourcesDir: string) {
	const bundled = loadRateSheets(resourcesDir);
	let sheets: readonly RateSheet[] = bundled;
	let newestImport = 0;

	/** A site's own sheets of a carrier take the place of the ones it came with. */
	function together(imported: readonly RateSheet[]): RateSheet[] {
		const own = new Set(imported.map(({ carrierCode }) => carrierCode));
		return [...bundled.filter(({ carrierCode }) => !own.has(carrierCode)), ...imported];
	}

	async function imported(): Promise<{ newest: number; sheets: RateSheet[] }> {
		const rows = await store.selectFrom('rate_sheet').selectAll().orderBy('id').execute();
		return { newest: rows.at(-1)?.id ?? 0, sheets: rows.map(({ sheet }) => JSON.parse(sheet) as RateSheet) };
	}

	return {
		current: (): readonly RateSheet[] => sheets,

		/** Takes up what was imported since, also by another process. */
		async refresh(): Promise<void> {
			const { newest } = await store
				.selectFrom('rate_sheet')
				.select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('newest'))
				.executeTakeFirstOrThrow();
			if (Number(newest) === newestImport) return;
			const held = await imported();
			newestImport = held.newest;
			sheets = together(held.sheets);
		},

		/** @throws when its productIds belong to another carrier: nothing was kept */
		async keep(sheet: RateSheet, at: Date): Promise<void> {
			const held = await imported();
			checkProductIds(together([...held.sheets, sheet]));
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
