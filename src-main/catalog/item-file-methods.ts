// Methods for item files in the background thread of the address book.
import type { DroppedFile, ImportReadOptions } from '../../src-contract/model/address-import';
import type { ItemField } from '../../src-contract/model/item';
import type { ItemFileReader } from './item-file';

export function itemFileMethods() {
	let reader: ItemFileReader | undefined;
	/** Loads the table parsers on first use. */
	async function current(): Promise<ItemFileReader> {
		const { createItemFileReader } = await import('./item-file');
		reader ??= createItemFileReader();
		return reader;
	}
	return {
		itemsOpen: async (file: string | DroppedFile) => (await current()).open(file),
		itemsRead: async (readOptions: ImportReadOptions) => (await current()).read(readOptions),
		itemsRows: async (columns: readonly (ItemField | null)[]) => (await current()).rows(columns),
		itemsClose: async () => (await current()).close(),
	};
}
export type ItemFileMethods = ReturnType<typeof itemFileMethods>;
