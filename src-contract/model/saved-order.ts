// Orders as they persist at the desk: what a customer wants, from the import to the verified label.
import * as z from 'zod';
import type { FieldError } from '../errors';
import { t } from '../i18n';
import type { OrderEvent } from './order-event';
import type { ShipmentState } from './shipment';
import type { EnteredDraft } from './shipment-draft';

/**
 * States of an order:
 * - `open`: waits to be packed, or to be shipped in bulk.
 * - `packing`: is being packed at a desk.
 * - `packed`: its packages are closed, or its shipment is queued.
 * - `shipped`: booked, and each label was verified by scan if the desk verifies labels.
 * - `held`: not to be packed until a user releases it.
 * - `exception`: something about it has to be decided by a user (see `ORDER_EXCEPTIONS`).
 * - `cancelled`: cancelled at its source before it was packed.
 */
export const ORDER_STATES = ['open', 'packing', 'packed', 'shipped', 'held', 'exception', 'cancelled'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** Why an order needs a decision. `cancelledAfterPacking` comes from its source, the others from the packer. */
export const ORDER_EXCEPTIONS = {
	short: () => t('Short: goods are missing'),
	damaged: () => t('Goods are damaged'),
	wrongAddress: () => t('Wrong address'),
	cancelledAfterPacking: () => t('Cancelled after packing'),
	other: () => t('Something else'),
} as const;
export type OrderException = keyof typeof ORDER_EXCEPTIONS;
/** The exceptions that a packer can report. */
export const packerExceptionSchema = z.enum(['short', 'damaged', 'wrongAddress', 'other']);
export type PackerException = z.infer<typeof packerExceptionSchema>;

/** What was ordered of one item. */
export interface OrderLine {
	/** Empty when the source names none. */
	sku: string;
	/** As the customer knows it. */
	description: string;
	quantity: number;
	/** False for a gift card, a discount or a service: it is not scanned and is on no customs paper. */
	isGoods: boolean;
	/** Places of its goods in `draft.contents`; several when its price is not divisible by its pieces. */
	contentIndexes: number[];
}

/** Texts that the packer has to see. Empty when there is none. */
export interface OrderNotes {
	/** What the customer wrote with the order. */
	customer: string;
	/** What the shop wrote on the order. */
	order: string;
	/** To be put into the parcel. */
	giftText: string;
}

export interface OrderSummary {
	id: number;
	/** Order number; may be empty. */
	number: string;
	/** Program or file that it came from, for display. */
	source: string;
	state: OrderState;
	/** Raised by each change of the order's content. A request with another revision is refused. */
	revision: number;
	/** Company or contact person. */
	recipient: string;
	/** City and country code. */
	destination: string;
	countryCode: string;
	tags: string[];
	/** When it has to leave, ISO 8601; null: not known. */
	shipBy: string | null;
	/** Number of pieces to scan. */
	pieces: number;
	lineCount: number;
	/** Exception, or null. */
	exception: OrderException | null;
	/** Why it is held, in exception or cancelled, or what changed at its last import; may be empty. */
	reason: string;
	/** Number of field errors that prevent its booking. */
	errorCount: number;
	shipmentId: number | null;
	shipmentState: ShipmentState | null;
	/** Carrier of its shipment; empty while it is not booked. */
	carrier: string;
	/** Batch in which it is shipped in bulk; null when there is none. */
	batchId: number | null;
	createdAt: string;
}

export interface SavedOrder extends OrderSummary {
	lines: OrderLine[];
	draft: EnteredDraft;
	notes: OrderNotes;
	fieldErrors: FieldError[];
	warnings: string[];
	/** Number of pieces packed of each line, as far as they are packed. */
	packedQuantities: number[];
	/** What happened to it, the newest first. */
	events: OrderEvent[];
}

export const orderFilterSchema = z.object({
	/** Order number, recipient, city or tag, each word from its start. */
	text: z.string().max(200).default(''),
	/** Null: all states. */
	state: z.enum(ORDER_STATES).nullable().default(null),
	countryCode: z.string().max(2).default(''),
	tag: z.string().max(100).default(''),
	carrier: z.string().max(100).default(''),
});
export type OrderFilter = z.infer<typeof orderFilterSchema>;

export const orderSortSchema = z.object({
	by: z.enum(['shipBy', 'created', 'number', 'recipient', 'destination', 'pieces', 'state']),
	isDescending: z.boolean(),
});
export type OrderSort = z.infer<typeof orderSortSchema>;

/** Values that occur, for the filters. */
export interface OrderFacets {
	counts: Record<OrderState, number>;
	countries: string[];
	tags: string[];
	carriers: string[];
}

/** Open orders to the same recipient, which one parcel could hold. */
export interface CombinableOrders {
	recipient: string;
	destination: string;
	orders: { id: number; number: string; revision: number; pieces: number }[];
}

/** Maximum number of orders that a user selects for one action. */
export const MAX_SELECTED_ORDERS = 500;
