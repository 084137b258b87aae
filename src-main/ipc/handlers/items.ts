// IPC handlers of the catalogue of items.
import type { itemsApi } from '../../../src-contract/api/items';
import type { HandlersOf } from '../../../src-contract/api/method';
import { t } from '../../../src-contract/i18n';
import type { Catalog } from '../../catalog/catalog';
import type { ItemImport } from '../../catalog/item-import';
import type { Desktop } from '../../platform/desktop';

export interface ItemsServices {
	catalog: Catalog;
	itemImport: ItemImport;
	desktop: Desktop;
}

export const itemsHandlers = ({ catalog, itemImport, desktop }: ItemsServices) =>
	({
		'items.list': ({ offset, limit, ...filter }) => catalog.list(filter, offset, limit),
		'items.counts': () => catalog.counts(),
		'items.get': ({ id }) => catalog.find(id) ?? null,
		'items.save': ({ id, ...item }) => catalog.save(item, id),
		'items.remove': ({ ids }) => catalog.remove(ids),
		'items.picture': ({ id }) => {
			const bytes = catalog.picture(id);
			return bytes ? Uint8Array.from(bytes) : null;
		},
		'items.setPicture': ({ id, bytes }) => catalog.setPicture(id, bytes),
		'items.history': ({ id }) => catalog.history(id),
		'items.undo': ({ batchId, itemId }) => catalog.undo(batchId, itemId),
		'items.export': async (filter) => {
			const savePath = await desktop.chooseSavePath('items.csv');
			return savePath === null ? null : { path: savePath, items: await catalog.exportTo(savePath, filter) };
		},
		'items.importOpen': async () => {
			const file = await desktop.chooseFile(t('Items##kind of file'), ['csv', 'txt', 'tsv', 'xlsx']);
			return file === null ? null : itemImport.open(file);
		},
		'items.importOpenDropped': (file) => itemImport.open(file),
		'items.importRead': (readOptions) => itemImport.read(readOptions),
		'items.importPreview': ({ columns }) => itemImport.preview(columns),
		'items.importRows': ({ state, offset, limit }) => itemImport.rows(state, offset, limit),
		'items.importApply': ({ includeChanged }) => itemImport.apply(includeChanged),
		'items.importClose': () => itemImport.close(),
	}) satisfies HandlersOf<typeof itemsApi>;
