// The partner API's names for what the desk calls otherwise. Forward: the bodies of requests. Backward: the draft's field that an
// error of the service is about. Both directions are in this file alone, and a test compares them field by field. Pure.
import type { FieldError } from '../../../src-contract/errors';
import type { Address } from '../../../src-contract/model/address';
import { hsDigits } from '../../../src-contract/model/goods';
import type { Parcel } from '../../../src-contract/model/parcel';
import type { ShipmentDraft } from '../../../src-contract/model/shipment-draft';
import type {
	DutiesRequest,
	PartnerAddress,
	RatesParcel,
	RatesRequest,
	ShipmentRequest,
} from '../../../src-contract/partner-api';
import type { BookingOptions, DutiesInput, Place, RatesInput } from '../port';

const toPartnerParcel = ({ count, weightKg, lengthCm, widthCm, heightCm }: Parcel) => ({
	type: 'NONDOC' as const,
	weight: weightKg,
	length: lengthCm,
	width: widthCm,
	height: heightCm,
	count,
});

const toRoute = (from: Place, to: Place) => ({
	fromCountry: from.countryCode,
	fromZipcode: from.zipcode,
	fromCity: from.city,
	toCountry: to.countryCode,
	toZipcode: to.zipcode,
	toCity: to.city,
});

/** Body of `rates`. */
export function toRatesRequest({ from, to, parcels, insured, totalValueEur }: RatesInput): RatesRequest {
	return {
		parcels: parcels.map((parcel): RatesParcel => toPartnerParcel(parcel)),
		...toRoute(from, to),
		insured,
		totalValue: insured ? totalValueEur : undefined,
		recipientType: to.companyName ? 'business' : 'individual',
	};
}

/** Body of `duties-taxes-estimate`. */
export function toDutiesRequest({ from, to, items }: DutiesInput): DutiesRequest {
	return {
		contentItems: items.map(({ description, quantity, priceEur, hsCode, originCountry }) => ({
			description,
			numberOfItems: quantity,
			cost: priceEur,
			tariff: hsCode,
			originCountry,
		})),
		...toRoute(from, to),
	};
}

const toPartnerAddress = (address: Address): PartnerAddress => ({
	...address,
	companyName: address.companyName || undefined,
	addressLine2: address.addressLine2 || undefined,
	vatNumber: address.vatNumber || undefined,
});

/** Body of `shipments`. */
export function toShipmentRequest(draft: ShipmentDraft, { productId, isBooking }: BookingOptions): ShipmentRequest {
	return {
		reference: draft.reference || undefined,
		currency: 'EUR',
		insured: draft.insured,
		preferredShippingOption: productId,
		schedulePickup: draft.schedulePickup,
		pickupTimeFrom: undefined,
		pickupTimeTo: undefined,
		pickupInstructions: undefined,
		reasonForExport: draft.reasonForExport ?? undefined,
		incoterms: draft.incoterms ?? undefined,
		parcels: draft.parcels.map(toPartnerParcel),
		contentItems: draft.contents.map(({ description, quantity, priceEur, originCountry, hsCode }) => ({
			description,
			quantity,
			price: priceEur,
			country: originCountry,
			hsCode: hsDigits(hsCode) || undefined,
		})),
		pickupAddress: toPartnerAddress(draft.from),
		destinationAddress: { ...toPartnerAddress(draft.to), sendNotification: draft.notifyRecipient },
		bookShipment: isBooking,
		inlineLabel: true,
	};
}

/** Fields whose place in the draft differs from the place in a request. */
const DRAFT_PATHS = new Map([
	['destinationAddress.sendNotification', 'notifyRecipient'],
	['fromCountry', 'from.countryCode'],
	['fromZipcode', 'from.zipcode'],
	['fromCity', 'from.city'],
	['toCountry', 'to.countryCode'],
	['toZipcode', 'to.zipcode'],
	['toCity', 'to.city'],
]);
const DRAFT_SECTIONS = new Map([
	['destinationAddress', 'to'],
	['pickupAddress', 'from'],
	['contentItems', 'contents'],
]);
/** Fields of one entry of a list, by the draft's name of the list. */
const DRAFT_FIELDS = new Map([
	[
		'contents',
		new Map([
			['price', 'priceEur'],
			['cost', 'priceEur'],
			['numberOfItems', 'quantity'],
			['tariff', 'hsCode'],
			['country', 'originCountry'],
		]),
	],
	[
		'parcels',
		new Map([
			['weight', 'weightKg'],
			['length', 'lengthCm'],
			['width', 'widthCm'],
			['height', 'heightCm'],
		]),
	],
]);

/** The draft's path for a field of a request; a path that is not known is returned unchanged. */
export function toDraftPath(path: string): string {
	const moved = DRAFT_PATHS.get(path);
	if (moved) return moved;
	const [first = '', ...rest] = path.split('.');
	const section = DRAFT_SECTIONS.get(first) ?? first;
	const [index = '', field = '', ...deeper] = rest;
	const draftField = deeper.length === 0 && /^\d+$/.test(index) ? DRAFT_FIELDS.get(section)?.get(field) : undefined;
	return draftField ? `${section}.${index}.${draftField}` : [section, ...rest].join('.');
}

export const toDraftFieldError = (fault: FieldError): FieldError => ({ ...fault, path: toDraftPath(fault.path) });
