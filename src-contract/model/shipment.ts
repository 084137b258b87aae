// A shipment from its first state to its last: what is known of it, and what it is listed by.
import * as z from 'zod';
import { t } from '../i18n';
import type { DocumentFormat, DocumentKind } from './print';
import type { PrintJobSummary } from './print-job';
import type { SavedDraft } from './shipment-draft';
import { countryCodeSchema, productIdSchema } from './trade-terms';

/**
 * Where a shipment stands at this desk. `composed`: kept here, nothing was sent. `queued`: goes when the line is back, or when its
 * turn in a batch comes. `held`: its price is beyond what was allowed. `sending` outlives the call only when the station was
 * killed in it. `draft`: kept by the service. `unknown`: it may be booked or not. `abandoned`: surely not booked, and given up.
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
]);
export type ShipmentState = z.infer<typeof shipmentStateSchema>;

/** How one of the options that the service offers is chosen without a person. */
export const choiceRuleSchema = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('cheapest') }),
	/** The fewest working days among those that cost so much at most; the cheapest among equals. */
	z.object({
		kind: z.literal('fastest'),
		withinEur: z
			.number({ error: () => t('A price is required') })
			.positive()
			.max(100_000),
	}),
	z.object({ kind: z.literal('product'), productId: productIdSchema, name: z.string().max(200) }),
]);
/** What a shipment may cost at most. */
export const limitEurSchema = z
	.number({ error: () => t('A price is required') })
	.positive({ error: () => t('more than 0') })
	.max(100_000);
export type ChoiceRule = z.infer<typeof choiceRuleSchema>;

/** The rate option that was shown when a shipment was sent; `priceEur` is null when no price was known. */
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
	recipient: string;
	destination: string;
	carrier: string;
	product: string;
	/** Product id in the booking; null when the service did not say. */
	productId: number | null;
	priceEur: number | null;
	/** What was chosen before the request was sent; null for shipments of earlier versions and when no option was chosen. */
	chosen: (ChosenOption & { productId: number | null }) | null;
	/** When the service refused it while it was queued, ISO 8601; null once a user has acknowledged it, or it was not refused. */
	refusedAt: string | null;
	/** While it is queued or held: what it may cost at most. */
	limitEur: number | null;
	trackingNumber: string;
	trackingUrl: string;
	message: string;
	createdAt: string;
	/** When the printed label was scanned on the parcel, ISO 8601. */
	closedAt: string | null;
}

const shipmentId = z.int().positive();
/** What a person found out about an unknown shipment, or decides about it. */
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
	/** It is not booked, and goes once more. */
	z.object({ id: shipmentId, outcome: z.literal('sendAgain') }),
	/** It is not booked, and is given up. */
	z.object({ id: shipmentId, outcome: z.literal('notBooked') }),
	/** It stays unknown. */
	z.object({ id: shipmentId, outcome: z.literal('wait') }),
]);
export type ShipmentResolution = z.infer<typeof shipmentResolutionSchema>;

/** What a list of shipments is narrowed by; null fits anything. */
export const shipmentFilterSchema = z.object({
	/** Beginnings of words of its reference, recipient, place, carrier and tracking number; or the end of that number. */
	text: z.string().max(200).default(''),
	state: shipmentStateSchema.nullable().default(null),
	carrier: z.string().max(100).nullable().default(null),
	countryCode: countryCodeSchema.nullable().default(null),
	/** When it was created, ISO 8601: from, and until but not with. */
	from: z.iso.datetime().nullable().default(null),
	until: z.iso.datetime().nullable().default(null),
});
export type ShipmentFilter = z.infer<typeof shipmentFilterSchema>;

/** What the journal can be narrowed by. */
export interface ShipmentFacets {
	carriers: string[];
	countries: string[];
}

/** What the outbox waits for; empty `reason`: nothing, or nothing is queued. */
export interface OutboxStatus {
	queued: number;
	held: number;
	/** Queued shipments that the service refused and that no user has acknowledged: rejected ones, and held ones it gave no rates for. */
	refused: number;
	reason: string;
	/** When the queue tries again, ISO 8601; null when it does not wait for a time. */
	retryAt: string | null;
	/** It does not go on by itself: a person has to mend what the reason says. */
	isStopped: boolean;
}

/** An answer of the service as it came, without secrets, for whoever has to find out what happened. */
export interface StoredAnswer {
	at: string;
	/** 0: none came. */
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
	/** Of its pages; 0 where there is none. */
	widthMm: number;
	heightMm: number;
	/** Why it cannot be printed; empty when it can. */
	message: string;
	/** False once it was let go of to make room. */
	kept: boolean;
	/** `cropped`: to a label on a larger page; `whole`: the user wants pages of that size and carrier whole. */
	cropping: 'cropped' | 'whole' | 'none';
}

export interface ShipmentDetail extends ShipmentSummary {
	composition: SavedDraft;
	/** What came with the booking is kept, and not taken apart yet. */
	isIngesting: boolean;
	history: StateChange[];
	documents: DocumentSummary[];
	jobs: PrintJobSummary[];
	answers: StoredAnswer[];
	/** The service keeps Idempotency-Keys: the station asks again by itself, which cannot buy twice. */
	isAskedAgain: boolean;
}
