// Composes the packing of orders: sessions, bookings, labels and papers.
import type { PackFeedback } from '../../src-contract/model/packing';
import { shipmentDraftSchema } from '../../src-contract/model/shipment-draft';
import { quoteInputOf } from '../../src-contract/rules/quote-input';
import type { WorkerClient } from '../../src-contract/worker-rpc';
import type { Catalog } from '../catalog/catalog';
import type { Connection } from '../connections/service-interface';
import type { ScanVerificationService } from '../documents/scan-verification';
import type { DocumentStore } from '../documents/store';
import type { EventLog } from '../events/event-log';
import type { Journal } from '../operations/journal';
import type { OrderStore } from '../orders/saved/order-store';
import { createCartons } from '../packing/cartons/cartons';
import { awaitedText } from '../packing/closing';
import type { OrderClaims } from '../packing/order-claims';
import type { PackSessionStore } from '../packing/pack-session-store';
import { createPackViews } from '../packing/pack-views';
import { draftOfPackages } from '../packing/package-draft';
import { createPacking, type Packing } from '../packing/packing';
import { createPackingPapers, type PackingPapersDependencies } from '../packing/papers';
import { createLearnedWeights } from '../packing/weight/learned-weights';
import { createPackageWeightCheck } from '../packing/weight/package-weight-check';
import type { Database } from '../platform/database';
import { withTimeLimit } from '../platform/time-limit';
import type { DeskPrinting } from '../printing/desk-printing';
import type { SettingsService } from '../settings/settings';
import { chooseOption } from '../shipments/option-rules';
import type { CartonMethods } from './carton.worker';
import type { StationSignals } from './dependencies';
import type { createShipping } from './shipments';

/** The packer waits for the box: a price that takes longer counts as not known. */
const PRICE_LIMIT_MS = 1_500;

export interface PackingCompositionDependencies {
	database: Database;
	settings: Pick<SettingsService, 'read'>;
	orderStore: OrderStore;
	packSessions: PackSessionStore;
	claims: OrderClaims;
	events: EventLog;
	catalog: Catalog;
	journal: Journal;
	outbox: Pick<ReturnType<typeof createShipping>['outbox'], 'wake' | 'status'>;
	scanVerification: ScanVerificationService;
	documentStore: DocumentStore;
	deskPrinting: Pick<DeskPrinting, 'print' | 'printDrawn'>;
	drawPackingPaper: PackingPapersDependencies['drawPackingPaper'];
	cartonThread: WorkerClient<CartonMethods>;
	client: Pick<Connection, 'rates'>;
	/** Whether the person at the desk may not see prices. */
	hidesPrices: () => boolean;
	/** Name of this desk. */
	deskName: () => string;
	connectionId: () => string;
	now: () => Date;
	/** Sends the session of the screen. */
	push: (feedback: PackFeedback) => void;
	onChange: (orderIds: readonly number[]) => void;
	onError: (error: unknown) => void;
}

export function composePacking(
	dependencies: PackingCompositionDependencies,
	{ statusChanged, ordersChanged }: Pick<StationSignals, 'statusChanged' | 'ordersChanged'>,
) {
	const { settings, orderStore, packSessions, claims, catalog, journal, outbox, documentStore, deskPrinting, now } =
		dependencies;
	const packingSettings = () => settings.read().packing;
	const packingPapers = createPackingPapers({
		getOrder: orderStore.get,
		findBySku: catalog.findBySku,
		drawPackingPaper: dependencies.drawPackingPaper,
		printDrawn: deskPrinting.printDrawn,
		now,
	});
	const cartons = createCartons({
		boxes: () => settings.read().parcelPresets,
		defaultBox: () => packingSettings().box,
		plan: dependencies.cartonThread.planPackages,
		async priceOf(order, session) {
			const complete = shipmentDraftSchema.safeParse(draftOfPackages(order, session, undefined));
			if (!complete.success) return undefined;
			const input = quoteInputOf(complete.data);
			// Without a price, the smallest box is suggested.
			const rates = await withTimeLimit(PRICE_LIMIT_MS, () => dependencies.client.rates(input)).catch(() => undefined);
			const option = rates && chooseOption(rates.data, packingSettings().rule);
			return typeof option === 'object' ? option.price : undefined;
		},
		onSuggested: (orderId) => packing.boxesSuggested(orderId),
		onError: dependencies.onError,
	});
	const weightCheck = createPackageWeightCheck(
		createLearnedWeights(dependencies.database),
		() => settings.read().parcelPresets,
	);
	const views = createPackViews({
		cartons,
		weightCheck,
		weighs: () => packingSettings().weighs && !packingSettings().isShadow,
		orders: orderStore,
		shipment: journal.summary,
		findActiveShipment: journal.findActiveByReference,
		scanProgress: documentStore.scanProgress,
		outboxReason: () => outbox.status().reason,
		box: () => settings.read().parcelPresets.find(({ name }) => name === packingSettings().box),
		verifiesLabels: () => packingSettings().verifiesLabels,
		hidesPrices: dependencies.hidesPrices,
		awaited: (orderId) => (claims.isAwaited(orderId) ? { reason: claims.isOnline() ? '' : awaitedText() } : undefined),
	});
	const packing: Packing = createPacking({
		...dependencies,
		orders: orderStore,
		sessions: packSessions,
		views,
		cartons,
		weightCheck,
		reprintLabels(shipmentId) {
			for (const { id, kind, isHeld } of documentStore.documentsOfShipment(shipmentId))
				if (kind === 'label' && !isHeld) deskPrinting.print(id);
		},
		printStagingSlip: packingPapers.printStagingSlip,
		settings: packingSettings,
		desk: dependencies.deskName,
	});
	statusChanged.on(packing.refresh);
	ordersChanged.on(packing.ordersChanged);
	return { packing, packingPapers };
}
