// The composition root: plain calls, top to bottom.
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { AppError } from '../src-contract/errors';
import type { GoodsAnswer, GoodsQuestion } from '../src-contract/goods';
import { isServiceAddress, type Settings } from '../src-contract/settings';
import type { EventName, StationEvents } from '../src-contract/station-events';
import { createAddressBook } from './address-book/address-book';
import type { BrokerHost } from './broker-host';
import { createCredentials, type Keyring } from './credentials/credentials';
import { createGoods } from './goods/goods';
import { createPartnerClient, type Endpoint } from './partner/client';
import { createDocumentThread } from './printing/document-thread';
import { drivers } from './printing/drivers/registry';
import { createPrinters } from './printing/printers';
import { createPrintQueue } from './printing/queue';
import { drawTestLabel } from './printing/test-label';
import type { SettingsService } from './settings/settings';
import { createJournal } from './shipments/journal';
import { createShipments } from './shipments/shipments';
import { createStationStatus } from './station-status';
import { openDatabase } from './storage/database';
import type { KeyValueFile } from './storage/key-value-file';
import { createWorkerCalls } from './worker-calls';

/** The first question may build the index of the nomenclature. */
const GOODS_TIMEOUT_MS = 20_000;

export interface ServiceDependencies {
	dataDir: string;
	/** Where the first printer puts its PDF files. */
	labelsDir: string;
	version: string;
	settings: SettingsService;
	/** Where the encrypted envelope of the key lies. */
	credentialsFile: KeyValueFile;
	keyring: Keyring;
	broker: Pick<BrokerHost, 'start' | 'stop' | 'state' | 'ready'>;
	fetch: typeof fetch;
	startDocumentWorker: () => Worker;
	startGoodsWorker: () => Worker;
	/** Who is signed in at this machine. */
	userName: () => string;
	now: () => Date;
	push: <Name extends EventName>(name: Name, detail: StationEvents[Name]) => void;
	log: (event: string, detail: Record<string, unknown>) => void;
}

export function createServices(dependencies: ServiceDependencies) {
	const { dataDir, settings, broker, now, push } = dependencies;
	const serviceUrl = () => settings.read().serviceUrl;
	const database = openDatabase(path.join(dataDir, 'waybill.db'));
	let answered: boolean | undefined;
	const credentials = createCredentials(dependencies.credentialsFile, dependencies.keyring);

	async function endpoint(): Promise<Endpoint> {
		const baseUrl = serviceUrl();
		if (baseUrl === '') return broker.ready();
		if (!isServiceAddress(baseUrl)) {
			throw new AppError(
				'settings.serviceAddress',
				`The service address "${baseUrl}" cannot be used. Nothing was sent. Correct it in Settings.`,
			);
		}
		const secrets = credentials.read();
		if (secrets) return { baseUrl, ...secrets };
		throw new AppError(
			'credentials.locked',
			'The key to the service is not at hand. Nothing was booked. Enter it, or its passphrase, in Settings.',
		);
	}

	const addressBook = createAddressBook(database, now);
	const printers = createPrinters(database, {
		id: 'folder',
		name: 'Labels folder',
		driver: 'folder',
		folder: dependencies.labelsDir,
		labelStock: '4x6',
		papersStock: 'A4',
	});
	const journal = createJournal(database, now);
	const documents = createDocumentThread(dependencies.startDocumentWorker);
	const queue = createPrintQueue(
		database,
		printers,
		documents.lay,
		now,
		(job) => {
			push('printing.jobChanged', job);
			status.changed();
		},
		(error) => dependencies.log('printing.fault', { error: String(error) }),
	);
	const status = createStationStatus({
		serviceUrl,
		broker: broker.state,
		answered: () => answered,
		credentials: () => credentials.status().state,
		unknownCount: journal.unknownCount,
		failedPrintCount: queue.failedCount,
		version: dependencies.version,
		push: (value) => push('station.statusChanged', value),
	});
	const client = createPartnerClient({
		fetch: dependencies.fetch,
		endpoint,
		onAnswered(anything) {
			if (anything === answered) return;
			answered = anything;
			status.changed();
		},
	});
	const shipments = createShipments({
		journal,
		client,
		addressBook,
		queue,
		split: documents.split,
		serviceUrl,
		autoPrint: () => settings.read().autoPrint,
		onChange: status.changed,
		onFault: (error) => dependencies.log('shipments.fault', { error: String(error) }),
	});
	const goodsWorker = createWorkerCalls<GoodsQuestion, GoodsAnswer>(dependencies.startGoodsWorker, GOODS_TIMEOUT_MS);
	const goods = createGoods({
		database,
		ask: goodsWorker.ask,
		who: () => settings.read().deskName || dependencies.userName(),
		now,
		log: dependencies.log,
	});

	/** Sends a paper that belongs to no shipment to a printer, the first unless one is named. */
	async function printPaper(pdf: Uint8Array, title: string, printerId?: string): Promise<{ place: string }> {
		const printer = printers.get(printerId);
		return { place: await drivers[printer.driver].print(printer, { pdf, title }) };
	}

	return {
		settings,
		credentials,
		addressBook,
		client,
		journal,
		shipments,
		printers,
		queue,
		documents,
		goods,
		status,

		/** A key belongs to the service it was given for: another address clears it. */
		changeSettings(next: Settings): Settings {
			const moved = next.serviceUrl !== serviceUrl();
			// Cleared first: whatever stops what follows, the old key never meets the new address.
			if (moved) credentials.clear();
			const saved = settings.save(next);
			if (moved) {
				answered = undefined;
				if (saved.serviceUrl === '') broker.start();
				else void broker.stop();
			}
			status.changed();
			return saved;
		},

		printTestLabel: async (printerId: string): Promise<{ place: string }> =>
			printPaper(await drawTestLabel(printers.get(printerId), now()), 'test-label', printerId),
		printEstimate: (pdf: Uint8Array) => printPaper(pdf, 'duties-estimate'),

		/** What an earlier run left half done is settled before a screen can ask. */
		settle(): void {
			journal.settleInterrupted();
			queue.settleInterrupted();
		},

		/** Called when the first screen stands: on a small machine the built-in service would take the processor from it. */
		start(): void {
			if (serviceUrl() === '') broker.start();
			void shipments.fileInterrupted().then(() => queue.work());
		},

		async close(): Promise<void> {
			await shipments.settled();
			await broker.stop();
			documents.close();
			goodsWorker.close();
			database.close();
		},
	};
}
export type Services = ReturnType<typeof createServices>;
