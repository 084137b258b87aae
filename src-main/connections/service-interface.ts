// The interface between the station and a shipping service, in the station's own terms. Types only. Lengths are in
// centimetres, weights in kilograms, amounts in EUR.
import type { AppError } from '../../src-contract/errors';
import type { DutiesContent } from '../../src-contract/model/duties';
import type { Documents, Pallet, Parcel } from '../../src-contract/model/parcel';
import type { ShipmentDraft } from '../../src-contract/model/shipment-draft';
import type { BookedShipment, DutiesResponse, RatesResponse } from '../../src-contract/partner-api';

/** The global `fetch`, for addresses as text. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** Address and credentials of a service. A key is sent only to the address for which it was saved. */
export interface Endpoint {
	baseUrl: string;
	key: string;
	secret: string;
}

/** Operations of the partner API. */
export type ServiceOperation = 'rates' | 'shipments' | 'duties';
/** What a service supports. */
export interface Capabilities {
	/** Whether the service supports each operation. */
	operations: Readonly<Record<ServiceOperation, boolean>>;
	/** False when the service publishes no usable OpenAPI document; all operations are then assumed to be supported. */
	isDeclared: boolean;
	/** Whether an estimate may state the freight and personal use, which the specification does not have. */
	acceptsFreight: boolean;
}

/** Origin or destination of a rate or duties request. */
export interface RouteLocation {
	countryCode: string;
	zipcode?: string | undefined;
	city?: string | undefined;
}

export interface RatesInput {
	from: RouteLocation;
	/** A recipient with a company name is treated as a business. */
	to: RouteLocation & { companyName: string };
	/** Empty if pallets or documents are sent. */
	parcels: readonly Parcel[];
	pallets?: readonly Pallet[] | undefined;
	documents?: Documents | undefined;
	insured: boolean;
	/** Used only when `insured` is true. */
	totalValueEur: number;
}

/** Bookable options, cheapest first. */
export interface Rates extends RatesResponse {
	/** Messages about options that were left out or share a product number. Empty or missing when there are none. */
	notes?: string[];
}

export interface DutiesInput {
	from: RouteLocation;
	to: RouteLocation;
	items: readonly DutiesContent[];
	/** Price of the transport. */
	freightEur?: number | undefined;
	/** Whether an individual imports the goods for personal use. */
	isPersonalUse?: boolean | undefined;
}

export interface BookingOptions {
	/** Product of the chosen rate option; undefined lets the service choose. */
	productId: number | undefined;
	/** False saves a draft at the service instead of booking. */
	isBooking: boolean;
}

/** An answer as it is stored for the user and for support, without secrets. */
export interface AnswerText {
	/** HTTP status. */
	status: number;
	text: string;
}

/**
 * Outcome of a shipment request. With `unknown`, the shipment may or may not be booked; a connection never repeats the
 * request.
 */
export type ShipmentOutcome =
	| { kind: 'draft'; partnerId: string; message: string }
	| {
			kind: 'booked';
			shipment: BookedShipment;
			/** Message of the service. */
			message: string;
			/** Label and papers, decoded, in the order of the answer. */
			documents: readonly Uint8Array[];
			/** Messages about contradictory or unreadable parts of the answer. */
			warnings: readonly string[];
			answer?: AnswerText;
	  }
	| {
			/** Nothing was carried out: the service rejected the request, or the request did not reach the service. */
			kind: 'rejected';
			error: AppError;
			answer?: AnswerText;
	  }
	| {
			kind: 'unknown';
			message: string;
			answer?: AnswerText;
			/** Found in the answer. Suggested to the user who confirms that the shipment is booked. */
			trackingNumber?: string;
			/** Label and papers found in the answer, decoded. */
			documents?: readonly Uint8Array[];
	  };

/** How long a service stores idempotency keys. */
export interface IdempotencyKeyRetention {
	/** Retention time; 0 when the service does not declare support for idempotency keys. */
	retentionMs: number;
	/** Current time by the service's clock; undefined when unknown. */
	serviceTime: Date | undefined;
}

export interface Connection {
	/**
	 * Operations that the service supports, cached for some minutes. While the service cannot be reached, the last known
	 * answer is returned; if there is none, all operations are assumed to be supported.
	 * @throws `settings.serviceAddress`, `credentials.locked` or `service.starting`
	 */
	capabilities(): Promise<Capabilities>;

	/**
	 * Requests rates. Retries temporary failures.
	 * @param options `isUserRequest`: the user asked for the rates. They are then requested even during a pause that the service
	 * asked for
	 * @throws AppError when the service rejects the request (the field errors of the AppError have the paths of
	 * `ShipmentDraft`), fails, or cannot be reached
	 */
	rates(input: RatesInput, options?: { isUserRequest?: boolean | undefined }): Promise<Rates>;

	/** Requests an estimate of duties and taxes. Retries temporary failures. @throws as `rates` */
	estimate(input: DutiesInput): Promise<DutiesResponse>;

	/** Sends the request once. Errors of the network and of the service are outcomes; they are not thrown. */
	createShipment(draft: ShipmentDraft, idempotencyKey: string, options: BookingOptions): Promise<ShipmentOutcome>;

	/**
	 * How long the service stores idempotency keys. During that time, a request that is repeated with the same key cannot book
	 * twice.
	 * @param operation used only if the service declares no general time, but a time for each operation
	 * @throws when the service cannot be reached or is not ready
	 */
	keyRetention(operation?: ServiceOperation): Promise<IdempotencyKeyRetention>;

	/** Current time by the service's clock; undefined before the first answer with a `Date` header. */
	serviceTime(): Date | undefined;
}
