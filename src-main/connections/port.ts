// What a connection to a shipping service offers to the rest of the station, in the words of the desk. Types only.
import type { AppError } from '../../src-contract/errors';
import type { DutiesContent } from '../../src-contract/model/duties';
import type { Parcel } from '../../src-contract/model/parcel';
import type { ShipmentDraft } from '../../src-contract/model/shipment-draft';
import type { BookedShipment, DutiesResponse, RatesResponse } from '../../src-contract/partner-api';

/** Where requests go, and the key that they carry. A key belongs to one address: it is never sent to another one. */
export interface Endpoint {
	baseUrl: string;
	key: string;
	secret: string;
}

/** What a service may be asked to do. */
export type ServiceOperation = 'rates' | 'shipments' | 'duties';
/** What a service offers. */
export interface Capabilities {
	operations: Readonly<Record<ServiceOperation, boolean>>;
	/** False: the service has no document of itself, and these are the operations of the specification. */
	isDeclared: boolean;
}

export interface Place {
	countryCode: string;
	zipcode?: string | undefined;
	city?: string | undefined;
}

export interface RatesInput {
	from: Place;
	/** A recipient with a company name is a business. */
	to: Place & { companyName: string };
	parcels: readonly Parcel[];
	insured: boolean;
	/** Counts only when insured. */
	totalValueEur: number;
}

/** Options that can be booked, cheapest first. */
export interface Rates extends RatesResponse {
	/** Sentences on options that were left out, or that the service cannot tell apart. Missing: none. */
	notes?: string[];
}

export interface DutiesInput {
	from: Place;
	to: Place;
	items: readonly DutiesContent[];
}

export interface BookingOptions {
	/** Of the chosen rate option; undefined: the service chooses. */
	productId: number | undefined;
	/** False: the service stores a draft. */
	isBooking: boolean;
}

/** The part of an answer that is stored, so that the user or support can find out what happened. */
export interface Kept {
	status: number;
	text: string;
}

/** Outcome of a shipment request. Only `unknown` may have been booked or not; a connection never repeats it. */
export type ShipmentOutcome =
	| { kind: 'draft'; partnerId: string; message: string }
	| {
			kind: 'booked';
			shipment: BookedShipment;
			/** In the words of the service. */
			message: string;
			/** Label and papers as they came, decoded, in the order of the answer. */
			documents: readonly Uint8Array[];
			/** Sentences on what is contradictory or missing in the answer. */
			doubts: readonly string[];
			kept?: Kept;
	  }
	| { kind: 'rejected'; error: AppError; kept?: Kept }
	| {
			kind: 'unknown';
			message: string;
			kept?: Kept;
			/** Named by the answer: a suggestion for the user who settles the shipment as booked. */
			trackingNumber?: string;
			/** Label and papers that the answer held, decoded. */
			labels?: readonly Uint8Array[];
	  };

/** What a service says of the keys that a request may bear. */
export interface IdempotencyKeyRetention {
	/** 0: it does not say that it keeps them. */
	forMs: number;
	/** Its own clock, now. */
	serviceTime: Date | undefined;
}

export interface Connection {
	/**
	 * What the service offers, cached for some minutes. While the service cannot be reached, what it said last, or else the
	 * operations of the specification.
	 * @throws when there is no service, or no key to it
	 */
	capabilities(): Promise<Capabilities>;

	/** @throws what the service refused, with the draft's fields, or why it cannot be asked */
	rates(question: RatesInput): Promise<Rates>;

	/** @throws as `rates` */
	estimate(question: DutiesInput): Promise<DutiesResponse>;

	/** Sends once. Never throws for what the network or the service did: every end is one of the outcomes. */
	createShipment(draft: ShipmentDraft, idempotencyKey: string, options: BookingOptions): Promise<ShipmentOutcome>;

	/**
	 * Whether the service says that it keeps Idempotency-Keys: a request that is repeated under its key cannot buy twice there.
	 * @param operation what the service says of this operation alone counts as well; without it, only what it says of all
	 * @throws when it cannot be reached
	 */
	keysKept(operation?: ServiceOperation): Promise<IdempotencyKeyRetention>;

	/** The service's clock now; undefined when it has not told it in this run. */
	serviceTime(): Date | undefined;
}
