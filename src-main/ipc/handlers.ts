// Which service answers which method. A method without an answer does not compile.
import path from 'node:path';
import type { Input, MethodName, Output } from '../../src-contract/api';
import { AppError } from '../../src-contract/errors';
import { say } from '../../src-contract/i18n';
import { readJoinCode } from '../../src-contract/model/shared-books';
import { isWebAddress } from '../../src-contract/rules/web-address';
import type { Services } from '../compose';
import type { SessionCookie } from '../connections/partner-v1/account';
import { fileNameOf } from '../platform/file-name';
import { narrowestOf } from '../printing/layout/test-label';
import { createFormBackup } from '../shipments/form-backup';
import { resolveScanned } from '../shipments/scan-lookup';
import { createAgreedFolders } from './agreed-folders';

export type Handlers = { [Name in MethodName]: (input: Input<Name>) => Output<Name> | Promise<Output<Name>> };

const PREVIEW_DPI = 150;
const MOST_BATCHES = 50;

/** What only a desktop can do; given so that the table itself needs none. */
export interface Desktop {
	chooseFolder(): Promise<string | null>;
	/** @param extensions without their dots */
	chooseFile(what: string, extensions: string[]): Promise<string | null>;
	chooseWhereTo(suggestedName: string): Promise<string | null>;
	/** Asks where to, then writes. */
	saveFile(suggestedName: string, bytes: Uint8Array): Promise<string | null>;
	openInBrowser(url: string): Promise<void>;
	/** Asks a person, in a window that no page can press a button of. */
	agrees(question: { message: string; detail: string; yes: string }): Promise<boolean>;
	/** Shows pages of the built-in service to whom a cookie signs in. */
	openAccount(url: string, cookie: SessionCookie): Promise<void>;
	copy(text: string): void;
	/** What the window shows for paper, as an A4 document. */
	pageAsPdf(): Promise<Uint8Array>;
}

export function createHandlers(services: Services, desktop: Desktop): Handlers {
	const {
		settings,
		credentials,
		site,
		addressBook,
		client,
		journal,
		shipments,
		printers,
		routing,
		queue,
		jobs,
		documents,
		documentStore,
		goods,
		orders,
		batches,
		batchStore,
		status,
	} = services;
	const formBackup = createFormBackup();
	const foldersInUse = () => [
		settings.read().ordersFolder,
		...printers.all().map(({ device }) => (device.driver === 'folder' ? device.folder : '')),
	];
	/** Pages of the web and nothing else: a link of another kind may start a program. */
	async function openInBrowser(url: string): Promise<void> {
		if (!isWebAddress(url)) throw new AppError('link.refused', say('Only web addresses can be opened.'));
		await desktop.openInBrowser(url);
	}
	const folders = createAgreedFolders(() => foldersInUse().filter(Boolean), desktop.agrees);
	/** What support would be told, as it was shown last. */
	let shownToSupport: string | undefined;
	return {
		'station.status': () => status.read(),
		'station.screenReady': () => services.start(),
		'form.save': ({ form }) => formBackup.save(form),
		'form.recover': () => formBackup.recover(),
		'settings.read': () => settings.read(),
		'settings.save': async (input) => {
			const { ordersFolder } = input;
			if (ordersFolder !== '' && !path.isAbsolute(ordersFolder)) {
				throw new AppError(
					'input.invalid',
					say('Name the watched folder from the root of the disk. Nothing was changed.'),
					{
						fields: [
							{ path: 'ordersFolder', code: 'not_absolute', message: say('A whole path, such as /home/desk/orders') },
						],
					},
				);
			}
			if (ordersFolder !== '') await folders.require(ordersFolder, 'ordersFolder');
			return services.changeSettings(input);
		},
		'credentials.status': () => credentials.status(),
		'credentials.set': ({ key, secret, protection, passphrase }) => {
			const result = credentials.set({ key, secret }, protection, passphrase);
			services.keyChanged();
			return result;
		},
		'credentials.unlock': ({ passphrase }) => {
			const result = credentials.unlock(passphrase);
			services.keyChanged();
			return result;
		},
		'credentials.clear': () => {
			const result = credentials.clear();
			status.changed();
			return result;
		},
		'service.test': async () => {
			const { data } = await client.rates({
				from: { countryCode: 'NL' },
				to: { countryCode: 'DE', companyName: 'Test' },
				parcels: [{ count: 1, lengthCm: 20, widthCm: 15, heightCm: 10, weightKg: 1 }],
				insured: false,
				totalValueEur: 0,
			});
			return {
				message: say(
					'The service answers and accepts the key: {count, plural, one {# option} other {# options}} for a test parcel from NL to DE.',
					{ count: data.length },
				),
			};
		},
		'site.status': () => site.status(),
		'site.join': async ({ code, protection, passphrase }) => {
			const invitation = readJoinCode(code);
			const question = {
				message: say('May this desk share address books with this site?'),
				detail: `${invitation?.host}:${invitation?.port} · ${invitation?.database}`,
				yes: say('Share with it'),
			};
			if (invitation && !(await desktop.agrees(question)))
				throw new AppError('input.invalid', say('Nobody agreed to this site. Nothing was changed.'));
			return site.join(invitation, protection, passphrase);
		},
		'site.unlock': ({ passphrase }) => site.unlock(passphrase),
		'site.leave': () => site.leave(),
		'site.shareBook': ({ name }) => site.shareBook(name),
		'site.settle': ({ conflictId, takeOther, shown }) => site.settle(conflictId, takeOther, shown),
		'addresses.search': ({ text, limit, filter }) => addressBook.search(text, limit, filter),
		'addresses.facets': () => addressBook.facets(),
		'addresses.noticeRead': () => addressBook.noticeRead(),
		'addresses.save': ({ opened, ...entry }) => addressBook.save(entry, opened),
		'addresses.remove': ({ ids }) => addressBook.remove(ids),
		'addresses.merge': ({ keptId, otherId, entry, seen }) => addressBook.merge(keptId, otherId, entry, seen),
		'addresses.undo': ({ batchId, entryId }) => addressBook.undo(batchId, entryId),
		'addresses.history': ({ id }) => addressBook.history(id),
		'addresses.batches': ({ limit }) => addressBook.batches(limit),
		'addresses.list': ({ offset, limit, filter }) => addressBook.list(offset, limit, filter),
		'addresses.check': (address) => addressBook.check(address),
		'addresses.readPasted': ({ text }) => addressBook.readPasted(text, settings.read().sender?.countryCode ?? ''),
		'addresses.duplicates': () => addressBook.duplicates(),
		'addresses.keepApart': ({ oneId, otherId }) => addressBook.keepApart(oneId, otherId),
		'addresses.importOpen': async () => {
			const file = await desktop.chooseFile(say('Address books'), ['csv', 'txt', 'tsv', 'xlsx', 'vcf']);
			return file === null ? null : addressBook.importOpen(file);
		},
		'addresses.importRead': (reading) => addressBook.importRead(reading),
		'addresses.importPreview': (plan) => addressBook.importPreview(plan),
		'addresses.importRows': ({ state, offset, limit }) => addressBook.importRows(state, offset, limit),
		'addresses.importTake': ({ columns, withChanged }) => addressBook.importTake(columns, withChanged),
		'addresses.importClose': () => addressBook.importClose(),
		'addresses.export': async ({ format, filter }) => {
			const place = await desktop.chooseWhereTo(`addresses.${format}`);
			return place === null ? null : { place, entries: await addressBook.export(place, format, filter) };
		},
		'addresses.progress': () => addressBook.progress(),
		'addresses.stop': () => addressBook.stop(),
		'addresses.snapshots': () => addressBook.snapshots(),
		'addresses.snapshotOpen': ({ name }) => addressBook.snapshotOpen(name),
		'addresses.backupOpen': async () => {
			const file = await desktop.chooseFile(say('Backups of address books'), ['waybill']);
			return file === null ? null : { name: path.basename(file), ...(await addressBook.snapshotOpen(file)) };
		},
		'addresses.snapshotRows': ({ offset, limit }) => addressBook.snapshotRows(offset, limit),
		'addresses.snapshotClose': () => addressBook.snapshotClose(),
		'addresses.restore': ({ keys }) => addressBook.restore(keys),
		'addresses.backup': async () => {
			const place = await desktop.chooseWhereTo(`addresses-${new Date().toISOString().slice(0, 10)}.waybill`);
			return place === null ? null : { place, entries: await addressBook.backup(place) };
		},
		'rates.quote': (input) => services.quotes.quote(input),
		'rates.saving': (input) => services.quotes.saving(input),
		'duties.estimate': (question) => client.estimate(question),
		'duties.print': async () => services.printEstimate(await desktop.pageAsPdf()),
		'reports.read': (range) => services.reports.read(range),
		'reports.export': async (range) => {
			const place = await desktop.chooseWhereTo(`report-${range.from}-${range.until}.csv`);
			if (place === null) return null;
			(await import('../reports/export')).exportReport(services.reports.read(range), place);
			return { place };
		},
		'reports.exportPage': async () => {
			const place = await desktop.saveFile('report.pdf', await desktop.pageAsPdf());
			return place === null ? null : { place };
		},
		'clipboard.copy': ({ text }) => desktop.copy(text),
		'goods.suggest': ({ description }) => goods.suggest(description),
		'goods.describe': ({ code }) => goods.describe(code),
		'goods.remember': ({ description, code }) => goods.remember(description, code),
		'shipments.create': async ({ composition, productId, book, id, row, chosen }) => ({
			shipment: await formBackup.follow(id, () => shipments.create(composition, productId, book, id, { row, chosen })),
		}),
		'shipments.compose': ({ composition, id }) => shipments.compose(composition, id),
		'shipments.queue': ({ composition, rule, limitEur, id }) =>
			formBackup.follow(id, () => shipments.queue(composition, rule, limitEur, id)),
		'shipments.release': ({ id, limitEur }) => shipments.release(id, limitEur),
		'shipments.withdraw': ({ id }) => shipments.withdraw(id),
		'shipments.list': ({ filter, before, limit }) => journal.list(filter, before, limit),
		'shipments.facets': () => journal.facets(),
		'shipments.listUnknown': () => journal.listUnknown(),
		'shipments.listRefused': () => journal.listRefused(),
		'shipments.acknowledgeRefused': ({ ids }) => shipments.acknowledgeRefused(ids),
		'shipments.listWaiting': () => journal.listWaiting(),
		'shipments.get': ({ id }) => shipments.detail(id),
		'shipments.resolve': (input) => shipments.resolve(input),
		'shipments.export': async ({ filter }) => {
			const place = await desktop.chooseWhereTo(`shipments-${new Date().toISOString().slice(0, 10)}.csv`);
			return place === null ? null : { place, shipments: await services.exportShipments(filter, place) };
		},
		'shipments.openAccount': async ({ id }) => {
			const { url, cookie } = await services.account(id);
			await (cookie ? desktop.openAccount(url, cookie) : openInBrowser(url));
		},
		'outbox.resume': () => services.outbox.resume(),
		'orders.open': async () => {
			const file = await desktop.chooseFile(say('Orders##kind of file'), ['csv', 'txt', 'tsv', 'xlsx']);
			return file === null ? null : orders.open(file);
		},
		'orders.openWaiting': ({ name }) => orders.open(services.watchedFolder.placeOf(name)),
		'orders.read': (reading) => orders.read(reading),
		'orders.take': async ({ plan, again }) => {
			const batchId = await orders.take(plan, again);
			services.watchedFolder.forget();
			return { batchId };
		},
		'orders.close': () => orders.close(),
		'orders.waiting': () => services.watchedFolder.waiting(),
		'batches.list': () => batchStore.list(MOST_BATCHES),
		'batches.get': ({ id }) => batches.progress(id),
		'batches.rows': ({ id, state, offset, limit }) => batchStore.rows(id, state, offset, limit),
		'batches.composition': ({ id, position }) => batchStore.composition(id, position),
		'batches.save': ({ id, plan }) => batches.savePlan(id, plan),
		'batches.products': ({ id }) => batches.products(id),
		'batches.rate': ({ id }) => batches.rate(id),
		'batches.start': ({ id }) => batches.start(id),
		'batches.pause': ({ id }) => batches.pause(id),
		'batches.stop': ({ id }) => batches.stop(id),
		'batches.mend': ({ id, position, composition }) => batches.mend(id, position, composition),
		'batches.remove': ({ id }) => batches.remove(id),
		'batches.export': async ({ id }) => {
			const { name } = batches.progress(id);
			const place = await desktop.chooseWhereTo(`${fileNameOf(path.parse(name).name) || 'batch'}-result.csv`);
			if (place === null) return null;
			await services.exportBatch(id, place);
			return { place };
		},
		'scans.resolve': ({ text }) =>
			resolveScanned({ journal, closing: services.closing, rows: services.batchStore }, text),
		'shipments.scan': ({ id, text }) => services.closing.scan(id, text),
		'documents.page': ({ documentId, page }) => {
			const document = documentStore.get(documentId);
			if (document.format !== 'pdf' || document.kind === 'unreadable') {
				throw new AppError(
					'document.notPrintable',
					document.kind === 'unreadable'
						? say(
								'This cannot be printed: {message}. It is kept as it came: save the file and show it to the support of the service.',
								{ message: document.message },
							)
						: say('This is written in the language of a printer; only such a printer can show it.'),
				);
			}
			return documents.draw(document.bytes, page, PREVIEW_DPI);
		},
		'documents.export': async ({ documentId }) => {
			const { kind, format, bytes, trackingNumber, shipmentId } = documentStore.get(documentId);
			const name = `${fileNameOf(trackingNumber) || `shipment-${shipmentId}`}-${kind}`;
			const saved = await desktop.saveFile(
				`${name}.${kind === 'unreadable' ? 'bin' : format === 'slip' ? 'json' : format}`,
				bytes,
			);
			return saved === null ? null : { path: saved };
		},
		'documents.correctKind': ({ documentId, kind }) => {
			documentStore.correctKind(documentId, kind);
			return shipments.detail(documentStore.get(documentId).shipmentId);
		},
		'documents.setCropped': async ({ documentId, isCropped }) => {
			const { shipmentId, bytes, format } = documentStore.get(documentId);
			if (isCropped) documentStore.cropNext(documentId);
			else if (format === 'pdf') documentStore.uncrop(documentId, await documents.uncrop(bytes));
			return shipments.detail(shipmentId);
		},
		'documents.readAgain': async ({ documentId }) => {
			const { shipmentId } = documentStore.get(documentId);
			await services.filing.readAgain(documentId);
			return shipments.detail(shipmentId);
		},
		'printing.print': ({ documentId }) => services.print(documentId),
		'printing.slip': ({ shipmentId }) => services.printSlip(shipmentId),
		'printing.jobs': ({ limit }) => jobs.latest(limit),
		'printing.open': () => jobs.open(),
		'printing.previewScaled': ({ documentId, printerId }) => services.previewScaled(documentId, printerId),
		'printing.retry': ({ id, scaled }) => queue.retry(id, scaled),
		'printing.confirm': ({ id }) => queue.confirm(id),
		'printing.cancel': ({ id }) => queue.cancel(id),
		'printers.list': () => services.printerStatus(),
		'printers.discover': () => printers.discover(),
		'printers.discoverNetwork': () => printers.discoverNetwork(),
		'printers.save': async ({ startPosition, ...rest }) => {
			const current = printers.all().find(({ id }) => id === rest.id)?.startPosition ?? 1;
			const printer = { ...rest, startPosition: startPosition ?? current };
			const { device } = printer;
			if (device.driver === 'folder' && !path.isAbsolute(device.folder)) {
				throw new AppError('input.invalid', say('Name the folder from the root of the disk. Nothing was changed.'), {
					fields: [
						{ path: 'device.folder', code: 'not_absolute', message: say('A whole path, such as /home/desk/labels') },
					],
				});
			}
			if (device.driver === 'folder') await folders.require(device.folder, 'device.folder');
			printers.save(printer);
			return services.printerStatus();
		},
		'printers.remove': ({ printerId }) => {
			printers.remove(printerId);
			return services.printerStatus();
		},
		'printers.divert': ({ printerId, to }) => {
			services.divert(printerId, to);
			return services.printerStatus();
		},
		'printers.labels': () => services.labelPrinter(),
		'printers.switchLabels': () => services.switchLabels(),
		'printers.chooseFolder': async () => folders.chosen(await desktop.chooseFolder()),
		'printers.test': ({ printerId }) => services.printTestLabel(printerId),
		'printers.scanBack': ({ printerId, text, rulerMm }) => {
			const known = printers.proofOf(printerId)?.narrowestMm ?? null;
			const read = text === '' ? known : narrowestOf(text);
			if (read === undefined) {
				throw new AppError(
					'input.invalid',
					say('This is no code of a test label. Print one and scan its codes, the narrowest first.'),
				);
			}
			const narrowestMm = known === null || read === null ? read : Math.min(known, read);
			printers.prove(printerId, { at: new Date().toISOString(), rulerMm, narrowestMm });
			return services.printerStatus();
		},
		'routes.read': () => routing.read(),
		'routes.save': (routes) => routing.save(routes),
		'support.collect': async () => {
			shownToSupport = await services.supportText();
			return { text: shownToSupport };
		},
		'support.save': async () => {
			if (shownToSupport === undefined)
				throw new AppError('input.invalid', say('Look at what the file holds first. Nothing was saved.'));
			const name = `waybill-support-${new Date().toISOString().slice(0, 10)}.json`;
			const place = await desktop.saveFile(name, Buffer.from(shownToSupport));
			return place === null ? null : { place };
		},
		'links.open': ({ url }) => openInBrowser(url),
	};
}
