// IPC handlers of the address book.
import path from 'node:path';
import type { addressesApi } from '../../../src-contract/api/addresses';
import type { HandlersOf } from '../../../src-contract/api/method';
import { t } from '../../../src-contract/i18n';
import type { AddressBook } from '../../address-book/address-book';
import type { Desktop } from '../../platform/desktop';
import type { SettingsService } from '../../settings/settings';

export interface AddressesServices {
	addressBook: AddressBook;
	settings: Pick<SettingsService, 'read'>;
	desktop: Desktop;
}

export const addressesHandlers = ({ addressBook, settings, desktop }: AddressesServices) =>
	({
		'addresses.search': ({ text, limit, filter }) => addressBook.search(text, limit, filter),
		'addresses.facets': () => addressBook.facets(),
		'addresses.dismissNotice': () => addressBook.dismissNotice(),
		'addresses.save': ({ opened, ...entry }) => addressBook.save(entry, opened),
		'addresses.remove': ({ ids }) => addressBook.remove(ids),
		'addresses.merge': ({ keptId, otherId, entry, seen }) => addressBook.merge(keptId, otherId, entry, seen),
		'addresses.undo': ({ batchId, entryId }) => addressBook.undo(batchId, entryId),
		'addresses.history': ({ id }) => addressBook.history(id),
		'addresses.batches': ({ limit }) => addressBook.batches(limit),
		'addresses.list': ({ offset, limit, filter }) => addressBook.list(offset, limit, filter),
		'addresses.check': (address) => addressBook.check(address),
		'addresses.parsePasted': ({ text }) =>
			addressBook.parsePastedAddress(text, settings.read().sender?.countryCode ?? ''),
		'addresses.duplicates': () => addressBook.duplicates(),
		'addresses.markDistinct': ({ oneId, otherId }) => addressBook.markDistinct(oneId, otherId),
		'addresses.importOpen': async () => {
			const file = await desktop.chooseFile(t('Address books'), ['csv', 'txt', 'tsv', 'xlsx', 'vcf']);
			return file === null ? null : addressBook.importOpen(file);
		},
		'addresses.importOpenDropped': (file) => addressBook.importOpen(file),
		'addresses.importRead': (readOptions) => addressBook.importRead(readOptions),
		'addresses.importPreview': (plan) => addressBook.importPreview(plan),
		'addresses.importRows': ({ state, offset, limit }) => addressBook.importRows(state, offset, limit),
		'addresses.importApply': ({ columns, includeChanged }) => addressBook.importApply(columns, includeChanged),
		'addresses.importClose': () => addressBook.importClose(),
		'addresses.export': async ({ format, filter }) => {
			const savePath = await desktop.chooseSavePath(`addresses.${format}`);
			return savePath === null ? null : { path: savePath, entries: await addressBook.export(savePath, format, filter) };
		},
		'addresses.progress': () => addressBook.progress(),
		'addresses.cancelTask': () => addressBook.stop(),
		'addresses.snapshots': () => addressBook.snapshots(),
		'addresses.snapshotOpen': ({ name }) => addressBook.snapshotOpen(name),
		'addresses.backupOpen': async () => {
			const file = await desktop.chooseFile(t('Address book backups'), ['waybill']);
			return file === null ? null : { name: path.basename(file), ...(await addressBook.snapshotOpen(file)) };
		},
		'addresses.snapshotRows': ({ offset, limit }) => addressBook.snapshotRows(offset, limit),
		'addresses.snapshotClose': () => addressBook.snapshotClose(),
		'addresses.restore': ({ keys }) => addressBook.restore(keys),
		'addresses.backup': async () => {
			const savePath = await desktop.chooseSavePath(`addresses-${new Date().toISOString().slice(0, 10)}.waybill`);
			return savePath === null ? null : { path: savePath, entries: await addressBook.backup(savePath) };
		},
	}) satisfies HandlersOf<typeof addressesApi>;
