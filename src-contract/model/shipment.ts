import * as z from 'zod';
import { type FieldFault, faultsFromIssues } from '../errors';
import { say } from '../i18n';
import type { RatesRequest, ShipmentRequest } from '../partner-api';
import { laneFaults } from '../rules/customs-territory';
import { totalValueEur } from '../rules/landed-cost';
import { type Address, addressSchema } from './address';
import { hsDigits, readHsCode } from './goods';
import { type Parcel, parcelSchema, whole } from './parcel';
import type { DocumentFormat, DocumentKind } from './print';
import { countryCodeSchema, incotermsSchema, productIdSchema, reasonForExportSchema } from './trade-terms';

const contentSchema = z.object({
	description: z
		.string()
		.trim()
		.min(1, { error: () => say('A description is required') })
		.max(200),
	quantity: whole('quantity', 1_000_000),
	priceEur: z
		.number({ error: () => say('A price is required') })
		.min(0)
		.max(1_000_000),
	originCountry: countryCodeSchema,
	hsCode: z
		.string()
		.trim()
		.refine((code) => code === '' || readHsCode(code) !== undefined, {
			error: () => say('6 to 10 digits, such as 6109.10'),
		})
		.default(''),
});
export type Content = z.infer<typeof contentSchema>;

/** A shipment as the desk composes it; what the lane demands beyond it is told by `compositionFaults`. */
export const compositionSchema = z.object({
	from: addressSchema,
	to: addressSchema,
	parcels: z.array(parcelSchema).min(1, { error: () => say('Add a parcel') }),
	contents: z.array(contentSchema).min(1, { error: () => say('Add what is in the parcel') }),
	reference: z.string().trim().max(50).default(''),
	insured: z.boolean(),
	notifyRecipient: z.boolean(),
	schedulePickup: z.boolean(),
	reasonForExport: reasonForExportSchema.nullable(),
	incoterms: incotermsSchema.nullable(),
	/** Which printer prints the labels; empty: the rules' own. */
	labelPrinterId: z.string().max(60).default(''),
	/** When the parcel was taken up, ISO 8601; null: not by a person. */
	begunAt: z.iso.datetime().nullable().default(null),
	/** Duties and taxes as they were estimated for it. */
	dutiesEur: z.number().min(0).max(1e9).nullable().default(null),
});
export type Composition = z.infer<typeof compositionSchema>;

const LANE_PATHS: Record<string, string> = {
	'destinationAddress.vatNumber': 'to.vatNumber',
	contentItems: 'contents',
};

const typedText = z.string().max(2000).default('');
/** An emptied field of a form holds an empty text. */
const typedNumber = z.preprocess((value) => (typeof value === 'number' ? value : undefined), z.number().optional());
const typedAddress = z.object({
	companyName: typedText,
	contactPerson: typedText,
	email: typedText,
	phone: typedText,
	addressLine1: typedText,
	addressLine2: typedText,
	zipcode: typedText,
	city: typedText,
	countryCode: typedText,
	vatNumber: typedText,
} satisfies Record<keyof Address, z.ZodType>);
/** A shipment that is kept here, finished or not: what the form holds. */
export const keptCompositionSchema = compositionSchema.extend({
	from: typedAddress,
	to: typedAddress,
	parcels: z
		.array(
			z.object({
				count: typedNumber,
				lengthCm: typedNumber,
				widthCm: typedNumber,
				heightCm: typedNumber,
				weightKg: typedNumber,
			}),
		)
		.max(200),
	contents: z
		.array(
			z.object({
				description: typedText,
				quantity: typedNumber,
				priceEur: typedNumber,
				originCountry: typedText,
				hsCode: typedText,
			}),
		)
		.max(500),
	reference: typedText,
});
export type KeptComposition = z.infer<typeof keptCompositionSchema>;

/** Every field at fault, by the schema first and, once the form is whole, by the lane. Paths are the composition's. */
export function compositionFaults(draft: unknown): FieldFault[] {
	const result = compositionSchema.safeParse(draft);
	if (!result.success) return faultsFromIssues(result.error.issues);
	const { from, to, contents, reasonForExport, incoterms } = result.data;
	return laneFaults({
		from,
		to,
		totalValueEur: totalValueEur(contents),
		reasonForExport: reasonForExport ?? undefined,
		incoterms: incoterms ?? undefined,
	}).map((fault) => ({ ...fault, path: LANE_PATHS[fault.path] ?? fault.path }));
}

export interface QuoteInput {
	from: Pick<Address, 'countryCode' | 'zipcode' | 'city'>;
	to: Pick<Address, 'countryCode' | 'zipcode' | 'city' | 'companyName'>;
	parcels: Parcel[];
	insured: boolean;
	totalValueEur: number;
}

const asParcels = (parcels: readonly Parcel[]) =>
	parcels.map((parcel) => ({
		type: 'NONDOC' as const,
		weight: parcel.weightKg,
		length: parcel.lengthCm,
		width: parcel.widthCm,
		height: parcel.heightCm,
		count: parcel.count,
	}));

export function toRatesRequest(input: QuoteInput): RatesRequest {
	const { from, to } = input;
	return {
		parcels: asParcels(input.parcels),
		fromCountry: from.countryCode,
		fromZipcode: from.zipcode,
		fromCity: from.city,
		toCountry: to.countryCode,
		toZipcode: to.zipcode,
		toCity: to.city,
		insured: input.insured,
		totalValue: input.insured ? input.totalValueEur : undefined,
		recipientType: to.companyName ? 'business' : 'individual',
	};
}

/** The question for the prices of a shipment as it is composed. */
export const ratesRequestOf = ({ contents, ...rest }: Composition): RatesRequest =>
	toRatesRequest({ ...rest, totalValueEur: totalValueEur(contents) });

function toPartnerAddress(address: Address) {
	return {
		...address,
		companyName: address.companyName || undefined,
		addressLine2: address.addressLine2 || undefined,
		vatNumber: address.vatNumber || undefined,
	};
}

export function toShipmentRequest(
	composition: Composition,
	productId: number | undefined,
	book: boolean,
): ShipmentRequest {
	return {
		reference: composition.reference || undefined,
		currency: 'EUR',
		insured: composition.insured,
		preferredShippingOption: productId,
		schedulePickup: composition.schedulePickup,
		pickupTimeFrom: undefined,
		pickupTimeTo: undefined,
		pickupInstructions: undefined,
		reasonForExport: composition.reasonForExport ?? undefined,
		incoterms: composition.incoterms ?? undefined,
		parcels: asParcels(composition.parcels),
		contentItems: composition.contents.map((item) => ({
			description: item.description,
			quantity: item.quantity,
			price: item.priceEur,
			country: item.originCountry,
			hsCode: hsDigits(item.hsCode) || undefined,
		})),
		pickupAddress: toPartnerAddress(composition.from),
		destinationAddress: { ...toPartnerAddress(composition.to), sendNotification: composition.notifyRecipient },
		bookShipment: book,
		inlineLabel: true,
	};
}

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
			.number({ error: () => say('A price is required') })
			.positive()
			.max(100_000),
	}),
	z.object({ kind: z.literal('product'), productId: productIdSchema, name: z.string().max(200) }),
]);
/** What a shipment may cost at most. */
export const limitEurSchema = z
	.number({ error: () => say('A price is required') })
	.positive({ error: () => say('more than 0') })
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
			.min(4, { error: () => say('Scan or type the tracking number') })
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
export interface KeptAnswer {
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
	composition: KeptComposition;
	/** What came with the booking is kept, and not taken apart yet. */
	isFiling: boolean;
	history: StateChange[];
	documents: DocumentSummary[];
	jobs: PrintJobSummary[];
	answers: KeptAnswer[];
	/** The service keeps Idempotency-Keys: the station asks again by itself, which cannot buy twice. */
	isAskedAgain: boolean;
}

/** `doubtful`: it may have printed or not; somebody has to look. */
export const PRINT_JOB_STATES = ['waiting', 'sending', 'sent', 'doubtful', 'failed', 'cancelled'] as const;
export type PrintJobState = (typeof PRINT_JOB_STATES)[number];

export interface PrintJobSummary {
	id: number;
	documentId: number;
	shipmentId: number;
	kind: DocumentKind;
	trackingNumber: string;
	printerId: string;
	printer: string;
	state: PrintJobState;
	message: string;
	/** The code of what went wrong last, or empty. */
	error: string;
	reprint: boolean;
	/** When a waiting job is tried again, ISO 8601; null: as soon as its turn comes. */
	nextAttemptAt: string | null;
	createdAt: string;
}

/** What a code that was scanned on any screen stands for. */
export type Scanned =
	/** A label: the parcel is closed by it, or not. */
	| { kind: 'parcel'; shipmentId: number; recipient: string; verdict: ScanVerdict }
	/** A code on several labels, such as a depot's. */
	| { kind: 'shared' }
	/** An order that nothing was sent of. */
	| { kind: 'row'; batchId: number; position: number; row: string }
	/** An order that is kept here unfinished. */
	| { kind: 'kept'; shipmentId: number }
	/** An order that was sent before. */
	| { kind: 'sent'; shipmentId: number; recipient: string }
	| { kind: 'nothing' };

/** What a scan of a printed label showed. */
export type ScanVerdict =
	/** Of this shipment. */
	| { kind: 'right'; closed: boolean; scanned: number; pages: number }
	/** Scanned before. */
	| { kind: 'again'; at: string }
	/** Also on labels of other shipments, such as the code of a depot: it says nothing of this box. */
	| { kind: 'shared' }
	/** On this label or its papers, but it names no parcel: it routes it, for example by the postal code. */
	| { kind: 'routing' }
	/** Of another shipment of this desk, or of none. */
	| { kind: 'wrong'; otherShipmentId: number | null; otherRecipient: string };
