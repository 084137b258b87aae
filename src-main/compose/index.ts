// The composition root: plain calls, top to bottom.
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { AppError } from '../../src-contract/errors';
import type { EventName, StationEvents } from '../../src-contract/events';
import { say } from '../../src-contract/i18n';
import type { GoodsAnswer, GoodsQuestion } from '../../src-contract/model/goods';
import { printerSchema } from '../../src-contract/model/print';
import { isServiceAddress, type Settings } from '../../src-contract/model/settings';
import { type ShipmentFilter, shipmentStateSchema } from '../../src-contract/model/shipment';
import { createAddressBook, type StartAddressWorker } from '../address-book/address-book';
import type { BrokerHost } from '../app/embedded-service';
import { createStationStatus } from '../app/station-status';
import { createCredentials, type Keyring } from '../connections/credentials';
import { ACCOUNT_PAGES, type SessionCookie, signIn } from '../connections/partner-v1/account';
import { createPartnerClient, type Endpoint } from '../connections/partner-v1/client';
import { createClosing } from '../documents/scan-verification';
import { createDocumentStore } from '../documents/store';
import { createVault } from '../documents/vault';
import { createJournal } from '../operations/journal';
import { createOrders } from '../orders/orders';
import { createWatchedFolder } from '../orders/watched-folder';
import { openDatabase } from '../platform/database';
import type { KeyValueFile } from '../platform/key-value-file';
import { migrations } from '../platform/migrations';
import { createWorkerCalls, DATABASE_THREAD_TIMEOUT_MS } from '../platform/worker-rpc';
import { createDeskPrinting } from '../printing/desk-printing';
import { createDrivers } from '../printing/devices/registry';
import type { WindowPrinting } from '../printing/devices/windows/driver';
import type { NetworkSearch } from '../printing/discovery/dns-sd-records';
import { packingSlip } from '../printing/layout/packing-slip';
import { createPrintJobs } from '../printing/print-jobs';
import { createPrinters } from '../printing/printers';
import { createPrintQueue } from '../printing/queue';
import { createRouting } from '../printing/routing';
import { createReports } from '../reports/reports';
import type { SettingsService } from '../settings/settings';
import { createGoods } from '../shipments/goods-codes';
import { serviceOf } from '../shipments/shipments';
import { createSite, type Site } from '../site/site';
import { createDocumentThread } from './document-thread';
import { createShipping, type Shipping } from './shipments';

/** The window stands still while the database is held by another program: longer than this, and it is said. */
const LOCK_WAIT_MS = 1_500;
const DAY_MS = 24 * 3_600_000;
/** The desk has begun to work: what is done once a day takes nothing from its start. */
const SETTLED_MS = 10_000;

export interface ServiceDependencies {
	dataDir: string;
	/** Where the first printer puts its PDF files. */
	labelsDir: string;
	version: string;
	logFile: string;
	settings: SettingsService;
	/** Where the encrypted envelope of the key lies. */
	credentialsFile: KeyValueFile;
	/** Where the key to the documents lies, which the keyring guards. */
	vaultFile: KeyValueFile;
	keyring: Keyring;
	broker: Pick<BrokerHost, 'start' | 'stop' | 'state' | 'ready'>;
	fetch: typeof fetch;
	/** Where the system has no CUPS. */
	windowPrinting: WindowPrinting | undefined;
	/** Search for printers that announce themselves; the station's own unless a test brings another. */
	searchNetwork?: () => Promise<NetworkSearch>;
	startDocumentWorker: () => Worker;
	startGoodsWorker: () => Worker;
	startAddressWorker: StartAddressWorker;
	/** Who is signed in at this machine. */
	userName: () => string;
	now: () => Date;
	/** Takes over the language of the settings. */
	speak: () => Promise<void>;
	/** Begins to look for updates, where a site names a feed; returns what ends it. */
	lookForUpdates: (isSending: () => boolean, onReady: (version: string) => void) => () => void;
	/** How large the screens are shown, in percent. */
	zoom: (percent: number) => void;
	push: <Name extends EventName>(name: Name, detail: StationEvents[Name]) => void;
	log: (event: string, detail: Record<string, unknown>) => void;
}

export function createServices(dependencies: ServiceDependencies) {
	const { dataDir, settings, broker, now, push } = dependencies;
	const serviceUrl = () => settings.read().serviceUrl;
	const database = openDatabase(path.join(dataDir, 'waybill.db'), migrations, { waitMs: LOCK_WAIT_MS });
	let answered: boolean | undefined;
	let updateReady = '';
	let endLooking = () => {};
	const credentials = createCredentials(dependencies.credentialsFile, dependencies.keyring);

	async function endpoint(): Promise<Endpoint> {
		const baseUrl = serviceUrl();
		if (baseUrl === '') return broker.ready();
		if (!isServiceAddress(baseUrl)) {
			throw new AppError(
				'settings.serviceAddress',
				say('The service address "{address}" cannot be used. Nothing was sent. Correct it in Settings.', {
					address: baseUrl,
				}),
			);
		}
		const secrets = credentials.read();
		if (secrets) return { baseUrl, ...secrets };
		throw new AppError(
			'credentials.locked',
			say('The key to the service is not at hand. Nothing was booked. Enter it, or its passphrase, in Settings.'),
		);
	}

	/** Requests that bear a key are known to the account of that key alone. */
	function account(): string {
		if (serviceUrl() === '') return 'built-in';
		const key = credentials.read()?.key;
		return key === undefined ? '' : createHash('sha256').update(key).digest('hex').slice(0, 16);
	}

	const who = () => settings.read().deskName || dependencies.userName();
	const addressBook = createAddressBook(dependencies.startAddressWorker, who, () => site.written());
	const site: Site = createSite({
		file: dependencies.credentialsFile,
		keyring: dependencies.keyring,
		book: addressBook,
		onChange: (now) => push('site.changed', now),
		onFault: (error) => dependencies.log('site.fault', { error: String(error) }),
	});
	const folder = {
		driver: 'folder',
		folder: dependencies.labelsDir,
		format: 'pdf',
		namePattern: '{tracking}-{kind}',
	} as const;
	const drivers = createDrivers(dependencies.windowPrinting);
	const first = [
		printerSchema.parse({ id: 'folder', name: say('Labels folder'), device: folder, stock: '4x6' }),
		printerSchema.parse({ id: 'folder-papers', name: say('Papers folder'), device: folder, stock: 'A4' }),
	];
	const printers = createPrinters(database, drivers, first, dependencies.searchNetwork);
	const anything = { kind: null, carrier: null, destination: null, automatic: true };
	const routing = createRouting(database, printers, [
		{ ...anything, kind: 'label', printerId: 'folder' },
		{ ...anything, printerId: 'folder-papers' },
	]);
	const vault = createVault(dependencies.keyring, dependencies.vaultFile, (error) =>
		dependencies.log('documents.notEncrypted', { error: String(error) }),
	);
	const documentStore = createDocumentStore(database, vault, now);
	const journal = createJournal(database, documentStore, now);
	const documents = createDocumentThread(dependencies.startDocumentWorker);
	const jobs = createPrintJobs({
		database,
		printers,
		now,
		onJob(job) {
			push('printing.jobChanged', job);
			if (job.state === 'sent' && job.kind === 'label') journal.labelled(job.shipmentId);
			status.changed();
		},
	});
	const queue = createPrintQueue({
		jobs,
		documents: documentStore,
		printers,
		drivers,
		makePayload: documents.makePayload,
		transaction: database.transaction,
		now,
		onFault: (error) => dependencies.log('printing.fault', { error: String(error) }),
	});
	const status = createStationStatus({
		serviceUrl,
		broker: broker.state,
		answered: () => answered,
		credentials: () => credentials.status().state,
		unknownCount: () => journal.count('unknown'),
		failedPrintCount: jobs.failedCount,
		outbox: () => shipping.outbox.status(),
		version: dependencies.version,
		updateReady: () => updateReady,
		push: (value) => push('station.statusChanged', value),
		onFault: (error) => dependencies.log('status.fault', { error: String(error) }),
	});
	const client = createPartnerClient({
		fetch: dependencies.fetch,
		endpoint,
		onAnswered(anything) {
			if (anything === answered) return;
			answered = anything;
			status.changed();
			// The line is back: what is in doubt can be asked about.
			if (anything) shipping.asking.later();
		},
	});
	const onFault = (error: unknown) => dependencies.log('shipments.fault', { error: String(error) });
	const shipping: Shipping = createShipping({
		database,
		journal,
		client,
		addressBook,
		documents: documentStore,
		queue,
		routing,
		printers,
		jobs,
		split: documents.split,
		serviceUrl,
		account,
		now,
		onChange: status.changed,
		onBatch: (progress) => push('batches.progressed', progress),
		onShipmentRefused: (shipment) => push('outbox.shipmentRefused', shipment),
		onFault,
	});
	const orders = createOrders({
		database,
		addressBook,
		batches: shipping.batchStore,
		sender: () => settings.read().sender,
		earlier: journal.ofOrder,
		now,
	});
	const watchedFolder = createWatchedFolder({
		folder: () => settings.read().ordersFolder,
		take: orders.takeByItself,
		onChange: status.changed,
		onFault,
	});
	function keyChanged(): void {
		status.changed();
		shipping.keyChanged();
	}

	const goodsWorker = createWorkerCalls<GoodsQuestion, GoodsAnswer>(
		dependencies.startGoodsWorker,
		DATABASE_THREAD_TIMEOUT_MS,
	);
	const goods = createGoods({
		database,
		ask: goodsWorker.ask,
		who,
		now,
		log: dependencies.log,
	});

	const deskPrinting = createDeskPrinting({
		printers,
		routing,
		queue,
		drivers,
		documents,
		documentStore,
		slipOf: (shipmentId) => packingSlip(journal.composition(shipmentId), journal.summary(shipmentId)),
		now,
	});

	/** Never throws: a full disk, which it is there to prevent, must not end the station. */
	function prune(): void {
		try {
			const { keepDocumentsDays, keepDocumentsMegabytes } = settings.read();
			const gone = documentStore.prune(keepDocumentsDays, keepDocumentsMegabytes);
			if (gone > 0) dependencies.log('documents.pruned', { gone });
		} catch (error) {
			dependencies.log('documents.pruneFailed', { error: String(error) });
		}
	}
	function snapshotAddresses(): void {
		addressBook
			.snapshotDaily()
			.catch((error) => dependencies.log('addresses.snapshotFailed', { error: String(error) }));
	}
	const daily: NodeJS.Timeout[] = [];

	return {
		settings,
		credentials,
		addressBook,
		site,
		client,
		journal,
		...shipping,
		orders,
		watchedFolder,
		keyChanged,
		closing: createClosing(database, documentStore, now),
		printers,
		routing,
		queue,
		jobs,
		documents,
		documentStore,
		...deskPrinting,
		goods,
		reports: createReports(database),
		status,

		/** A key belongs to the service it was given for: another address clears it. */
		async changeSettings(next: Settings): Promise<Settings> {
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
			if (moved) keyChanged();
			await dependencies.speak();
			dependencies.zoom(saved.textSizePercent);
			return saved;
		},

		/** The account's list at the service, or a shipment in it; with a cookie where the station can sign in by itself. */
		async account(id: number | undefined): Promise<{ url: string; cookie?: SessionCookie }> {
			const place = id === undefined ? undefined : journal.place(id);
			if (place && place.serviceUrl !== serviceUrl()) {
				throw new AppError(
					'shipment.notFound',
					say(
						'This shipment is in the account at {service, select, builtIn {the built-in service} other {{service}}}, which this desk does not use now. Change the service in Settings, or look there.',
						{ service: serviceOf(place.serviceUrl) },
					),
				);
			}
			const page = `${ACCOUNT_PAGES}${place?.partnerId ? `/${encodeURIComponent(place.partnerId)}` : ''}`;
			const { accountUrl } = settings.read();
			if (serviceUrl() !== '') return { url: accountUrl || `${serviceUrl()}${page}` };
			const builtIn = await broker.ready();
			return { url: `${builtIn.baseUrl}${page}`, cookie: await signIn(dependencies.fetch, builtIn) };
		},
		async exportShipments(filter: ShipmentFilter, file: string): Promise<number> {
			return (await import('../shipments/export')).exportShipments(journal, filter, file);
		},
		async exportBatch(id: number, file: string): Promise<void> {
			return (await import('../shipments/export')).exportBatch(shipping.batchStore, id, file);
		},

		async supportText(): Promise<string> {
			const { supportText, readLog } = await import('../support/support-bundle');
			const counts = shipmentStateSchema.options.map((state) => [state, journal.count(state)]);
			return supportText({
				at: now().toISOString(),
				status: status.read(),
				settings: settings.read(),
				credentials: credentials.status(),
				shipments: Object.fromEntries(counts),
				printers: await deskPrinting.printerStatus(),
				log: readLog(dependencies.logFile),
			});
		},
		/** What an earlier run left half done is settled before a screen can ask. */
		settle(): void {
			journal.settleInterrupted();
			jobs.settleInterrupted();
		},

		/** Called when the first screen stands: on a small machine the built-in service would take the processor from it. */
		start(): void {
			// A window that is loaded anew says so anew.
			if (daily.length > 0) return;
			if (serviceUrl() === '') broker.start();
			shipping.start();
			watchedFolder.start();
			site.start();
			endLooking = dependencies.lookForUpdates(
				() => journal.count('sending') > 0,
				(version) => {
					updateReady = version;
					status.changed();
				},
			);
			prune();
			daily.push(setInterval(prune, DAY_MS), setInterval(snapshotAddresses, DAY_MS));
			daily.push(setTimeout(snapshotAddresses, SETTLED_MS));
			for (const timer of daily) timer.unref();
		},

		async close(): Promise<void> {
			for (const timer of daily) clearInterval(timer);
			endLooking();
			await watchedFolder.close();
			await shipping.close();
			await queue.close();
			await broker.stop();
			documents.close();
			await goodsWorker.finish();
			await site.close();
			await addressBook.close();
			database.close();
		},
	};
}
export type Services = ReturnType<typeof createServices>;
