// Converts between the draft and the partner API: drafts to request bodies, and the paths of field errors to paths of the
// draft. A test compares both directions field by field. Pure.
import type { FieldError } from '../../../src-contract/errors';
import { needsPostcode } from '../../../src-contract/lib/postcode-countries';
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
import { cityLine } from '../../../src-contract/rules/address-regions';
import type { BookingOptions, DutiesInput, RatesInput, RouteLocation } from '../service-interface';

const toPartnerParcel = ({ count, weightKg, lengthCm, widthCm, heightCm }: Parcel) => ({
	type: 'NONDOC' as const,
	weight: weightKg,
	length: lengthCm,
	width: widthCm,
	height: heightCm,
	count,
});

const toRoute = (from: RouteLocation, to: RouteLocation) => ({
	fromCountry: from.countryCode,
	fromZipcode: from.zipcode,
	fromCity: from.city,
	toCountry: to.countryCode,
	toZipcode: to.zipcode,
	toCity: to.city,
});

const toRatesParcels = ({
	parcels,
	pallets = [],
	documents,
}: Pick<RatesInput, 'parcels' | 'pallets' | 'documents'>): RatesParcel[] => [
	...parcels.map(toPartnerParcel),
	...pallets.map((pallet) => ({
		...toPartnerParcel(pallet),
		type: 'PALLET' as const,
		stackable: pallet.isStackable,
	})),
	...(documents ? [{ type: 'DOC' as const, count: documents.count, weight: documents.weightKg }] : []),
];

/** Request body of `rates`. */
export function toRatesRequest({ from, to, insured, totalValueEur, ...pieces }: RatesInput): RatesRequest {
	return {
		parcels: toRatesParcels(pieces),
		...toRoute(from, to),
		insured,
		totalValue: insured ? totalValueEur : undefined,
		recipientType: to.companyName ? 'business' : 'individual',
	};
}

type SpecifiedDutiesRequest = Omit<DutiesRequest, 'freight' | 'insuranceAmount' | 'personalUse'>;

/** Request body of `duties-taxes-estimate`, with the fields of the specification. */
export function toDutiesRequest({ from, to, items }: DutiesInput): SpecifiedDutiesRequest {
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

/** The body with the fields that some services have beside the specification. */
export const toDutiesRequestWithFreight = (input: DutiesInput): DutiesRequest => ({
	...toDutiesRequest(input),
	freight: input.freightEur,
	// The price of the transport contains the price of its insurance.
	insuranceAmount: input.freightEur === undefined ? undefined : 0,
	personalUse: input.isPersonalUse ?? false,
});

/** Fills the field that the API requires, for a country without postcodes. */
const NO_POSTCODE = '00000';
/** The API has no field for the state or province: it is sent in the city line. */
const toPartnerAddress = ({ region, ...address }: Address): PartnerAddress => ({
	...address,
	zipcode: address.zipcode || (needsPostcode(address.countryCode) ? '' : NO_POSTCODE),
	city: cityLine({ ...address, region }),
	companyName: address.companyName || undefined,
	addressLine2: address.addressLine2 || undefined,
	vatNumber: address.vatNumber || undefined,
});

/** Request body of `shipments`. */
export function toShipmentRequest(draft: ShipmentDraft, { productId, isBooking }: BookingOptions): ShipmentRequest {
	return {
		reference: draft.reference || undefined,
		currency: 'EUR',
		insured: draft.insured,
		preferredShippingOption: productId,
		schedulePickup: draft.schedulePickup,
		pickupTimeFrom: (draft.schedulePickup && draft.pickup.from) || undefined,
		pickupTimeTo: (draft.schedulePickup && draft.pickup.to) || undefined,
		pickupInstructions: (draft.schedulePickup && draft.pickup.instructions) || undefined,
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

/** Maps the path of a request field to its path in the draft, for fields that the draft has in a different section. */
const DRAFT_PATHS = new Map([
	['destinationAddress.sendNotification', 'notifyRecipient'],
	['fromCountry', 'from.countryCode'],
	['fromZipcode', 'from.zipcode'],
	['fromCity', 'from.city'],
	['toCountry', 'to.countryCode'],
	['toZipcode', 'to.zipcode'],
	['toCity', 'to.city'],
	['pickupTimeFrom', 'pickup.from'],
	['pickupTimeTo', 'pickup.to'],
	['pickupInstructions', 'pickup.instructions'],
]);
/** Maps the name of an object or list in the request to the name of the same section in the draft. */
const DRAFT_SECTIONS = new Map([
	['destinationAddress', 'to'],
	['pickupAddress', 'from'],
	['contentItems', 'contents'],
]);
/** For each list in the draft: maps the name that an entry's field has in the request to the field's name in the draft. */
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

/** Converts the path of a request field to the path in the draft. Unknown paths are returned unchanged. */
export function toDraftPath(path: string): string {
	const draftPath = DRAFT_PATHS.get(path);
	if (draftPath) return draftPath;
	const [requestSection = '', ...rest] = path.split('.');
	const section = DRAFT_SECTIONS.get(requestSection) ?? requestSection;
	const [index = '', field = '', ...deeper] = rest;
	const draftField = deeper.length === 0 && /^\d+$/.test(index) ? DRAFT_FIELDS.get(section)?.get(field) : undefined;
	return draftField ? `${section}.${index}.${draftField}` : [section, ...rest].join('.');
}

export const toDraftFieldError = (error: FieldError): FieldError => ({ ...error, path: toDraftPath(error.path) });
