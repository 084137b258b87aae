// Which service answers which method. A method without an answer does not compile.
import path from 'node:path';
import { AppError } from '../../src-contract/errors';
import { toRatesRequest } from '../../src-contract/shipment';
import type { Input, MethodName, Output } from '../../src-contract/station-api';
import type { Services } from '../services';

export type Handlers = { [Name in MethodName]: (input: Input<Name>) => Output<Name> | Promise<Output<Name>> };

const PREVIEW_DPI = 150;

/** What only a desktop can do; given so that the table itself needs none. */
export interface Desktop {
	chooseFolder(): Promise<string | null>;
	/** Asks where to, then writes. */
	saveFile(suggestedName: string, bytes: Uint8Array): Promise<string | null>;
	openInBrowser(url: string): Promise<void>;
	copy(text: string): void;
	/** What the window shows for paper, as an A4 document. */
	pageAsPdf(): Promise<Uint8Array>;
}

export function createHandlers(services: Services, desktop: Desktop): Handlers {
	const { settings, credentials, addressBook, client, journal, shipments, printers, queue, documents, goods, status } =
		services;
	return {
		'station.status': () => status.read(),
		'station.screenReady': () => services.start(),
		'settings.read': () => settings.read(),
		'settings.save': (input) => services.changeSettings(input),
		'credentials.status': () => credentials.status(),
		'credentials.set': ({ key, secret, protection, passphrase }) => {
			const result = credentials.set({ key, secret }, protection, passphrase);
			status.changed();
			return result;
		},
		'credentials.unlock': ({ passphrase }) => {
			const result = credentials.unlock(passphrase);
			status.changed();
			return result;
		},
		'credentials.clear': () => {
			const result = credentials.clear();
			status.changed();
			return result;
		},
		'service.test': async () => {
			const { data } = await client.rates({
				parcels: [{ type: 'NONDOC', weight: 1, length: 20, width: 15, height: 10, count: 1 }],
				fromCountry: 'NL',
				fromZipcode: undefined,
				fromCity: undefined,
				toCountry: 'DE',
				toZipcode: undefined,
				toCity: undefined,
				insured: false,
				recipientType: 'business',
			});
			return {
				message: `The service answers and accepts the key: ${data.length} options for a test parcel from NL to DE.`,
			};
		},
		'addresses.search': ({ text, limit }) => addressBook.search(text, limit),
		'addresses.save': (address) => addressBook.save(address),
		'addresses.remove': ({ id }) => addressBook.remove(id),
		'rates.quote': async (input) => {
			const { data, message } = await client.rates(toRatesRequest(input));
			return { options: data, message, asOf: new Date().toISOString() };
		},
		'duties.estimate': ({ from, to, items }) =>
			client.estimate({
				contentItems: items,
				fromCountry: from.countryCode,
				fromZipcode: from.zipcode,
				fromCity: from.city,
				toCountry: to.countryCode,
				toZipcode: to.zipcode,
				toCity: to.city,
			}),
		'duties.print': async () => services.printEstimate(await desktop.pageAsPdf()),
		'clipboard.copy': ({ text }) => desktop.copy(text),
		'goods.suggest': ({ description }) => goods.suggest(description),
		'goods.describe': ({ code }) => goods.describe(code),
		'goods.remember': ({ description, code }) => goods.remember(description, code),
		'shipments.create': async ({ composition, productId, book }) => ({
			shipment: await shipments.create(composition, productId, book),
		}),
		'shipments.list': ({ text, before, limit }) => journal.list(text, before, limit),
		'shipments.listUnknown': () => journal.listUnknown(),
		'shipments.get': ({ id }) => shipments.detail(id),
		'shipments.resolve': (input) => shipments.resolve(input),
		'documents.page': ({ documentId, page }) => {
			const document = queue.document(documentId);
			if (document.kind === 'unreadable') {
				throw new AppError(
					'document.notPrintable',
					'What the service sent as a label is not a PDF. It is kept as it came: save the file and show it to the support of the service.',
				);
			}
			return documents.draw(document.bytes, page, PREVIEW_DPI);
		},
		'documents.export': async ({ documentId }) => {
			const document = queue.document(documentId);
			const name = `${document.tracking_number || `shipment-${document.shipment_id}`}-${document.kind}`;
			const saved = await desktop.saveFile(
				document.kind === 'unreadable' ? `${name}.bin` : `${name}.pdf`,
				document.bytes,
			);
			return saved === null ? null : { path: saved };
		},
		'printing.print': ({ documentId, printerId }) => queue.add(documentId, printerId),
		'printing.jobs': ({ limit }) => queue.jobs(limit),
		'printing.retry': ({ id }) => queue.retry(id),
		'printing.cancel': ({ id }) => queue.cancel(id),
		'printers.list': () => printers.status(),
		'printers.save': (printer) => {
			if (!path.isAbsolute(printer.folder)) {
				throw new AppError('input.invalid', 'Name the folder from the root of the disk. Nothing was changed.', {
					fields: [{ path: 'folder', code: 'not_absolute', message: 'A whole path, such as /home/desk/labels' }],
				});
			}
			printers.save(printer);
			return printers.status();
		},
		'printers.chooseFolder': () => desktop.chooseFolder(),
		'printers.test': ({ printerId }) => services.printTestLabel(printerId),
		'links.open': ({ url }) => desktop.openInBrowser(url),
	};
}
