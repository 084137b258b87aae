// The composition root: creates the services in order of their dependencies and connects their signals.
import path from 'node:path';
import { t } from '../../src-contract/i18n';
import type { GoodsMethods } from '../../src-contract/model/goods';
import { createDeskBackup } from '../desk-backup/desk-backup';
import type { BackupMethods } from '../desk-backup/desk-files';
import { createDocumentActions } from '../documents/document-actions';
import { createScanVerification } from '../documents/scan-verification';
import { protectedKey } from '../documents/vault';
import { createEvidence } from '../events/evidence';
import { createOrderClaims, type OrderClaims } from '../packing/order-claims';
import { createPeople } from '../people/people';
import { copyDaily, openOrRestore } from '../platform/data-files';
import { openDatabase } from '../platform/database';
import { migrations } from '../platform/migrations';
import { readRestoredMark, removeRestoredMark, writeRestoredMark } from '../platform/restored-mark';
import { createWorkerCalls, DATABASE_THREAD_TIMEOUT_MS } from '../platform/worker-rpc';
import { createPrinterSetup } from '../printing/printer-setup';
import { createInvoiceCheck } from '../reports/invoice-check';
import { createReports } from '../reports/reports';
import { resolveAccountPage } from '../shipments/account-page';
import { createFormBackup } from '../shipments/form-backup';
import { createGoods } from '../shipments/goods-codes';
import { createDecisionStore } from '../shipments/goods-decisions/decision-store';
import { composeAddresses } from './addresses';
import type { CartonMethods } from './carton.worker';
import { composeConnections } from './connections';
import { createStationSignals, type ServiceDependencies } from './dependencies';
import { createDocumentThread } from './document-thread';
import { composeItems } from './items';
import { composeOrders } from './orders';
import { composePacking } from './packing';
import { composePrinting, folderPrinters } from './printing';
import { composeRecords } from './records';
import { composeSettings } from './settings';
import { createShipping } from './shipments';
import { composeSupport } from './support';

export type { ServiceDependencies } from './dependencies';

/** SQLite busy timeout, after which the user sees an error. Short, because a call that waits blocks the main thread. */
const LOCK_WAIT_MS = 1_500;

/** A plan of cartons takes less than a second; this limit only ends one that hangs. */
const CARTON_TIMEOUT_MS = 60_000;

export function createServices(dependencies: ServiceDependencies) {
	const { dataDir, settings, builtInService, desktop, network, now, push, log } = dependencies;
	const signals = createStationSignals();
	const { statusChanged, serviceAnswered, keyChanged } = signals;
	/** Name of this desk. */
	const currentUserName = () => settings.read().deskName || dependencies.userName();

	const copiesFolder = path.join(dataDir, 'copies');
	const { database, damaged } = openOrRestore(
		path.join(dataDir, 'waybill.db'),
		copiesFolder,
		(file) => openDatabase(file, migrations, { waitMs: LOCK_WAIT_MS }),
		settings.read().isWelcomed,
		now(),
		() => writeRestoredMark(dataDir),
	);
	if (damaged) dependencies.onDamagedFile(damaged);
	const people = createPeople({ database, now, onChange: (state) => push('people.changed', state) });
	const packerName = () => people.state().signedIn?.name ?? '';
	/** Name that is recorded with each change of addresses and items. */
	const editorName = () => packerName() || currentUserName();
	const { vault, documentStore, journal } = composeRecords(database, dependencies);
	const documentThread = createDocumentThread(dependencies.startDocumentWorker);
	const connections = composeConnections({ ...dependencies, database, documentThread }, signals);
	const { registry, client, credentials } = connections;
	const decisions = createDecisionStore(database, () => push('goods.decisionsReceived', null));
	const claims: OrderClaims = createOrderClaims({
		database,
		isShared: () => settings.read().packing.sharesOrders && site.hasJoined(),
		isOnline: () => site.isOnline(),
		wake: () => site.handleDecisionRecorded(),
		onPacked: (orderId) => packing.bookConfirmed(orderId),
		onLost: (orderId, other) => packing.lose(orderId, other),
		onAnswered: (orderIds) => packing.claimsAnswered(orderIds),
	});
	const { addressBook, site, orderFiles, itemFiles, invoiceFiles } = composeAddresses(
		dependencies,
		decisions,
		claims.localClaims,
		editorName,
	);
	const goodsWorker = createWorkerCalls<GoodsMethods>(dependencies.startGoodsWorker, DATABASE_THREAD_TIMEOUT_MS);
	const cartonWorker = createWorkerCalls<CartonMethods>(dependencies.startCartonWorker, CARTON_TIMEOUT_MS);
	const goods = createGoods({
		decisions,
		nomenclature: goodsWorker.client,
		deskName: () => settings.read().deskName,
		onRemembered: site.handleDecisionRecorded,
		now,
		log,
	});
	const printing = composePrinting(
		{
			...dependencies,
			database,
			documentStore,
			documentThread,
			journal,
			defaults: folderPrinters(dependencies.labelsDir),
		},
		signals,
	);
	const { printers, queue, jobs, deskPrinting } = printing;
	const shipping = createShipping({
		...printing,
		database,
		journal,
		client,
		addressBook,
		documents: documentStore,
		split: documentThread.split,
		readCodes: documentThread.readCodes,
		warmUpDocuments: documentThread.warmUp,
		printFromMemory: deskPrinting.printFromMemory,
		connectionId: registry.currentId,
		connectionName: registry.nameOf,
		apiKeyDigest: connections.apiKeyDigest,
		now,
		onChange: statusChanged.emit,
		onBatch: (progress) => push('batches.progressed', progress),
		onLabelReceived: () => push('shipments.labelReceived', null),
		onShipmentRefused: (shipment) => push('outbox.shipmentRefused', shipment),
		onError: (error) => log('shipments.error', { error: String(error) }),
		onRowEdited: (orderId, content) => deskOrders.savedOrders.rowEdited(orderId, content),
		orderEvents: (shipmentId) => deskOrders.eventsOfShipment(shipmentId),
		onVoided: (shipmentId, reason) => packing.shipmentVoided(shipmentId, reason),
		cancelPrint: queue.cancel,
	});
	const { ingestion, batchStore } = shipping;
	const inThread = addressBook.inBackground;
	const items = composeItems({ database, itemFiles, inThread, userName: editorName, now });
	const deskOrders = composeOrders(
		{
			...dependencies,
			database,
			orderFiles,
			journal,
			batchStore,
			goods,
			catalog: items.catalog,
			userName: currentUserName,
			packerName,
		},
		signals,
	);
	const { watchedFolder } = deskOrders;
	const scanVerification = createScanVerification(database, documentStore, now);
	const { packing, packingPapers } = composePacking(
		{
			...dependencies,
			...deskOrders,
			database,
			claims,
			catalog: items.catalog,
			journal,
			outbox: shipping.outbox,
			scanVerification,
			documentStore,
			deskPrinting,
			drawPackingPaper: documentThread.drawPackingPaper,
			cartonThread: cartonWorker.client,
			client,
			hidesPrices() {
				const { isOn, packersSeePrices, signedIn } = people.state();
				return isOn && !packersSeePrices && (signedIn === null || signedIn.role === 'packer');
			},
			deskName: currentUserName,
			connectionId: registry.currentId,
			push: (feedback) => push('packing.changed', feedback),
			onError: (error) => log('packing.error', { error: String(error) }),
		},
		signals,
	);
	const evidence = createEvidence({
		database,
		findOrder: deskOrders.orderOfShipment,
		shipment: journal.summary,
		deskName: currentUserName,
		now,
	});
	const { status, supportReport, dailyMaintenance } = composeSupport(
		{
			...dependencies,
			copyJournal: () => copyDaily(database, copiesFolder, now()),
			connections,
			addressBook,
			documentStore,
			journal,
			shipping,
			jobs,
			deskPrinting,
		},
		signals,
	);
	const { folders, deskSettings } = composeSettings({ ...dependencies, printers, connections }, signals);
	serviceAnswered.on(shipping.reconciliation.reconcileSoon);
	keyChanged.on(shipping.keyChanged);
	const formBackup = createFormBackup();
	function saveFormOnClose(): void {
		try {
			formBackup.saveOnClose({ saveDraft: shipping.shipments.saveDraft, editRow: shipping.batches.editRow });
		} catch (error) {
			log('form.notSaved', { error: String(error) });
		}
	}
	/**
	 * After the journal was restored from a copy: what was queued then may have been booked and printed since. Nothing is sent or
	 * printed until the user approves it.
	 */
	function holdRestored(): void {
		const mark = readRestoredMark(dataDir);
		if (!mark) return;
		const message = t(
			'Restored from a copy: it may have been booked since. Check your account at the service before you approve it.',
		);
		for (const id of batchStore.runningIds()) batchStore.setState(id, 'paused', message);
		if (mark.mayBeOutdated) journal.forgetServiceTimes();
		log('journal.restored', { held: journal.holdAll(message), heldOrders: deskOrders.savedOrders.holdAll(message) });
		jobs.cancelWaiting(
			t('Cancelled: it was restored from a copy and may have been printed since. The document is kept.'),
		);
		if (mark.formerDataDir) printers.replaceFolders(mark.formerDataDir, dataDir);
		removeRestoredMark(dataDir);
	}
	const deskBackup = createDeskBackup({
		...dependencies,
		deskName: () => settings.read().deskName,
		createBackupThread: () =>
			createWorkerCalls<BackupMethods>(dependencies.startBackupWorker, DATABASE_THREAD_TIMEOUT_MS),
		documentKey: vault.readKey,
		protectDocumentKey: (key) => protectedKey(dependencies.keyring, key),
		hasUnwrittenOutcome: shipping.hasUnwrittenOutcome,
	});
	let isStarted = false;
	let stopUpdateChecks = () => {};

	return {
		desktop,
		settings,
		deskSettings,
		credentials,
		addressBook,
		site,
		client,
		route: connections.route,
		journal,
		...shipping,
		...deskOrders,
		...items,
		scanVerification,
		packing,
		packingPapers,
		orderPapers: packingPapers,
		...printing,
		printerSetup: createPrinterSetup({ printers, folders, now }),
		folders,
		documentThread,
		documentStore,
		documentActions: createDocumentActions({ documentStore, documentThread, ingestion }),
		goods,
		reports: createReports(database, evidence.sealOf),
		invoiceCheck: createInvoiceCheck({
			database,
			files: invoiceFiles,
			eventsOfShipment: deskOrders.storedEventsOfShipment,
		}),
		evidence,
		people,
		status,
		supportReport,
		formBackup,
		deskBackup,
		accountPage: (id: number | undefined) =>
			resolveAccountPage({ ...dependencies, fetch: network.fetch, connections: registry, journal }, id),

		/**
		 * Recovers operations and print jobs that were in progress when the last run ended. Call this function before the first IPC call
		 * is answered.
		 */
		recoverInterrupted(): void {
			shipping.recoverInterrupted();
			holdRestored();
			jobs.recoverInterrupted();
		},

		/**
		 * Starts background work. Called after the first screen is painted, because on a small machine this work would delay the screen.
		 */
		start(): void {
			// A reloaded window calls this function again.
			if (isStarted) return;
			if (registry.isBuiltIn()) builtInService.start();
			shipping.start();
			watchedFolder.start();
			site.start();
			stopUpdateChecks = dependencies.startUpdateChecks(() => journal.count('sending') > 0, status.setUpdateReady);
			dailyMaintenance.start();
			isStarted = true;
		},

		async close(): Promise<void> {
			saveFormOnClose();
			dailyMaintenance.stop();
			stopUpdateChecks();
			await watchedFolder.close();
			await shipping.close();
			await queue.close();
			await builtInService.stop();
			await documentThread.close();
			await goodsWorker.finish();
			await cartonWorker.finish();
			await site.close();
			await addressBook.close();
			await dailyMaintenance.finished();
			database.close();
		},
	};
}
export type Services = ReturnType<typeof createServices>;
