// Shipments: states, summaries and details, the rule that chooses a rate option, filters, outbox status.
import * as z from 'zod';
import { t } from '../i18n';
import type { OrderEvent } from './order-event';
import type { DocumentFormat, DocumentKind } from './print';
import type { PrintJobSummary } from './print-job';
import type { EnteredDraft, Pickup } from './shipment-draft';
import { countryCodeSchema, productIdSchema } from './trade-terms';

/**
 * States of a shipment:
 * - `composed`: a draft at this desk, not submitted.
 * - `queued`: will be submitted when the service is online, or when its batch reaches it.
 * - `held`: waits for the user's approval, because no option matches its rule and price limit, or requests for it fail.
 * - `sending`: a request is in flight. If the station stops before the answer, the shipment becomes `unknown`.
 * - `draft`: saved as a draft in the account at the service.
 * - `booked`: the service booked it.
 * - `rejected`: the service rejected it.
 * - `unknown`: it is not known whether it is booked.
 * - `abandoned`: certainly not booked, and cancelled.
 * - `voided`: was booked, and a user marked it as void: its label must not be used.
 */
export const shipmentStateSchema = z.enum([
	'composed',
	'queued',
	'held',
	'sending',
	'draft',
	'booked',
	'rejected',
	'unknown',
	'abandoned',
	'voided',
]);
export type ShipmentState = z.infer<typeof shipmentStateSchema>;
/** States in which a shipment is certainly not booked, or no longer: its order may be booked again. */
export const NOT_BOOKED_STATES = ['composed', 'rejected', 'abandoned', 'voided'] as const satisfies ShipmentState[];
export const isNotBooked = (state: ShipmentState): boolean => NOT_BOOKED_STATES.some((other) => other === state);

/** Why a user voids a shipment. */
export const VOID_REASONS = {
	address: () => t('Wrong address'),
	parcel: () => t('Wrong weight or size'),
	service: () => t('Wrong carrier or service'),
	cancelled: () => t('The order was cancelled'),
	other: () => t('Another reason'),
};
export type VoidReason = keyof typeof VOID_REASONS;
export const voidReasonSchema = z.enum(['address', 'parcel', 'service', 'cancelled', 'other'] satisfies VoidReason[]);

/** Rule that chooses a rate option without user interaction. */
export const choiceRuleSchema = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('cheapest') }),
	/**
	 * The option with the lowest maximum transit time among the options that cost at most `withinEur`; of equally fast options, the
	 * cheapest.
	 */
	z.object({
		kind: z.literal('fastest'),
		withinEur: z
			.number({ error: () => t('A price is required') })
			.positive()
			.max(100_000),
	}),
	/**
	 * The option with this product id. Of several options with it, the one named `name` (carrier and product), or else the cheapest.
	 */
	z.object({ kind: z.literal('product'), productId: productIdSchema, name: z.string().max(200) }),
]);
/** Maximum price of a shipment. */
export const limitEurSchema = z
	.number({ error: () => t('A price is required') })
	.positive({ error: () => t('Enter a price above 0') })
	.max(100_000);
export type ChoiceRule = z.infer<typeof choiceRuleSchema>;

/**
 * The rate option that a booking requests: the one that the user chose, or that the rule of a queued shipment selected. `priceEur`
 * is null when no price was known.
 */
export const chosenOptionSchema = z.object({
	carrier: z.string().max(500),
	product: z.string().max(500),
	priceEur: z.number().min(0).max(1e9).nullable(),
});
export type ChosenOption = z.infer<typeof chosenOptionSchema>;

export interface ShipmentSummary {
	id: number;
	state: ShipmentState;
	reference: string;
	/** Company or contact person, for display. */
	recipient: string;
	/** City and country code, for display. */
	destination: string;
	/** Carrier and product of the booking; empty while the shipment is not booked. */
	carrier: string;
	product: string;
	/** Product id of the booking; null when the service returned none. */
	productId: number | null;
	/** Price of the booking; null while the shipment is not booked, or when the service returned no price. */
	priceEur: number | null;
	/** The option that the booking requested; null when none was chosen, and for shipments of earlier versions. */
	chosen: (ChosenOption & { productId: number | null }) | null;
	/**
	 * When the shipment was added to the list of refused shipments, ISO 8601; null when it is not in the list. The list contains
	 * shipments from the queue that the service rejected or whose requests kept failing, until a user acknowledges them or
	 * their state changes.
	 */
	refusedAt: string | null;
	/** Maximum price of a queued or held shipment; null for other shipments. */
	limitEur: number | null;
	trackingNumber: string;
	trackingUrl: string;
	/** Details of the state for the user, such as why the service rejected the shipment; may be empty. */
	message: string;
	createdAt: string;
	/** When a scan verified the printed label, ISO 8601; null: not verified. */
	verifiedAt: string | null;
}

/**
 * Whether the labels of a shipment were sent to a printer. `sent`: all of them. `failed`: the print of at least one label failed,
 * or it is not known whether that label was printed. Null: a label was not sent yet, or the shipment has no label.
 */
export type LabelPrint = 'sent' | 'failed' | null;

/** A row of the list of shipments. */
export interface ListedShipment extends ShipmentSummary {
	labelPrint: LabelPrint;
}

const shipmentId = z.int().positive();
/** The user's decision on a shipment whose outcome is unknown. */
export const shipmentResolutionSchema = z.discriminatedUnion('outcome', [
	z.object({
		id: shipmentId,
		outcome: z.literal('booked'),
		trackingNumber: z
			.string()
			.trim()
			.min(4, { error: () => t('Scan or type the tracking number') })
			.max(60),
	}),
	/** The shipment is not booked: submit it again. */
	z.object({ id: shipmentId, outcome: z.literal('sendAgain') }),
	/** The shipment is not booked: cancel it. */
	z.object({ id: shipmentId, outcome: z.literal('notBooked') }),
	/** The user has not found the shipment at the service yet: the outcome stays unknown. */
	z.object({ id: shipmentId, outcome: z.literal('wait') }),
]);
export type ShipmentResolution = z.infer<typeof shipmentResolutionSchema>;

/** Filter of a list of shipments; null matches everything. */
export const shipmentFilterSchema = z.object({
	/** Beginnings of words in reference, recipient, city, postcode, carrier or tracking number, or the end of the tracking number. */
	text: z.string().max(200).default(''),
	state: shipmentStateSchema.nullable().default(null),
	carrier: z.string().max(100).nullable().default(null),
	countryCode: countryCodeSchema.nullable().default(null),
	/** Time of creation, ISO 8601: `from` inclusive, `until` exclusive. */
	from: z.iso.datetime().nullable().default(null),
	until: z.iso.datetime().nullable().default(null),
});
export type ShipmentFilter = z.infer<typeof shipmentFilterSchema>;

/** Columns that the user can show or hide in the list of shipments. */
export const SHIPMENT_COLUMNS = [
	'created',
	'state',
	'destination',
	'carrier',
	'trackingNumber',
	'reference',
	'price',
] as const;
export type ShipmentColumn = (typeof SHIPMENT_COLUMNS)[number];

/** Maximum number of shipments that a user can select in the list, to print or export them together. */
export const MAX_SELECTED_SHIPMENTS = 500;

/** Order of the list of shipments. */
export const shipmentSortSchema = z.object({
	by: z.enum(['created', 'recipient', 'destination', 'carrier', 'reference', 'price']),
	isDescending: z.boolean(),
});
export type ShipmentSort = z.infer<typeof shipmentSortSchema>;

/** Sums of the listed shipments that were created on one day. */
export interface ShipmentDay {
	/** In the desk's time zone, as in 2026-11-25. */
	day: string;
	shipments: number;
	/** Sum of the known prices. */
	spendEur: number;
	/** Number of booked shipments whose price is not known. */
	unpriced: number;
}

/** Available filter values of the shipment journal. */
export interface ShipmentFacets {
	carriers: string[];
	countries: string[];
}

/** The last pickup that was requested for a sender. */
export interface LastPickup {
	/** Time of the shipment that requested it, ISO 8601. */
	requestedAt: string;
	carrier: string;
	pickup: Pickup;
}

/** Status of the outbox, which sends the queued shipments. */
export interface OutboxStatus {
	/** Number of queued shipments. */
	queued: number;
	/** Number of held shipments. */
	held: number;
	/** Number of shipments in the list of refused shipments (see `ShipmentSummary.refusedAt`). */
	refused: number;
	/** What the outbox waits for; empty when it is running or nothing is queued. */
	reason: string;
	/** Time of the next attempt, ISO 8601; null when none is scheduled. */
	retryAt: string | null;
	/** True when the outbox continues only after a user has fixed what `reason` says. */
	isStopped: boolean;
}

/** An answer of the service, without secrets, stored for support. */
export interface StoredAnswer {
	at: string;
	/** HTTP status. */
	status: number;
	text: string;
}

export interface StateChange {
	state: ShipmentState;
	at: string;
	message: string;
}

export interface DocumentSummary {
	id: number;
	kind: DocumentKind;
	format: DocumentFormat;
	pages: number;
	/** Page size; 0 when unknown, as for documents in a printer language. */
	widthMm: number;
	heightMm: number;
	/** Why the document cannot be printed, or is held; empty when it can be printed. */
	message: string;
	/** A label that may belong to another shipment. It is printed only after the user has accepted it. */
	isHeld: boolean;
	/** False after its content was deleted, because the document was too old or to free space. */
	isStored: boolean;
	/**
	 * `cropped`: only the label of a larger page is printed. `whole`: the whole page is printed, because the user turned cropping off
	 * for this carrier and page size. `none`: there was nothing to crop.
	 */
	cropping: 'cropped' | 'whole' | 'none';
}

export interface ShipmentDetail extends ShipmentSummary {
	draft: EnteredDraft;
	labelPrint: LabelPrint;
	/**
	 * The outcome is known but could not be stored yet: the state and the booking are shown from memory, and `message` says what to
	 * do. The station stores them automatically when that is possible.
	 */
	isUnsaved: boolean;
	/** The documents of the booking were received and saved, but are not yet ready to print. The station retries automatically. */
	hasPendingIngestion: boolean;
	/** The number of label pages that have to be scanned to verify the parcels, and of those that were. */
	scanProgress: { scanned: number; pages: number };
	history: StateChange[];
	documents: DocumentSummary[];
	jobs: PrintJobSummary[];
	answers: StoredAnswer[];
	/** What happened to its order, the newest first; empty if it has none. */
	events: OrderEvent[];
	/**
	 * The outcome is unknown, and the service still stores the idempotency key. The station therefore repeats the request
	 * automatically, without the risk of booking twice.
	 */
	isRetriedAutomatically: boolean;
}
