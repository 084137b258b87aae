// Input of the Ship, Quote and Duties forms: the types, and the values of empty forms.
import { keysOf } from '../../src-contract/lib/keys';
import type { Address } from '../../src-contract/model/address';
import { emptyAddress } from '../../src-contract/model/empty-address';
import type { Parcel } from '../../src-contract/model/parcel';
import type { Content, Pickup } from '../../src-contract/model/shipment-draft';
import type { Incoterms, ReasonForExport } from '../../src-contract/model/trade-terms';
import { totalValueEur } from '../../src-contract/rules/landed-cost';

/** Numeric fields are undefined until the user enters a number. At run time, an emptied field holds an empty string. */
type FormInput<Shape> = { [Key in keyof Shape]: Shape[Key] extends number ? number | undefined : Shape[Key] };
export type ParcelInput = FormInput<Parcel>;
export type ContentInput = FormInput<Content> & {
	/**
	 * How the HS code was chosen: for which description, and whether it was filled in automatically because a user chose it for
	 * this description before. Undefined if the code was not chosen for a description. `description` is normalised with `goodsKey`.
	 */
	hsCodeChoice?: { description: string; isAutomatic: boolean } | undefined;
};

/** The fields that the user measures: dimensions and weight of a parcel. */
export const PARCEL_MEASURE_FIELDS = ['lengthCm', 'widthCm', 'heightCm', 'weightKg'] as const;

export const newParcel = (): ParcelInput => ({
	count: 1,
	lengthCm: undefined,
	widthCm: undefined,
	heightCm: undefined,
	weightKg: undefined,
});
export const newContent = (): ContentInput => ({
	description: '',
	quantity: 1,
	priceEur: undefined,
	originCountry: '',
	hsCode: '',
});

/** A shipment while the user fills in its form. Fields of contents and parcels may be missing. */
export interface Draft {
	from: Address;
	to: Address;
	parcels: ParcelInput[];
	contents: ContentInput[];
	reference: string;
	insured: boolean;
	notifyRecipient: boolean;
	schedulePickup: boolean;
	pickup: Pickup;
	reasonForExport: ReasonForExport | null;
	incoterms: Incoterms | null;
	/** Empty: the print rules decide. */
	labelPrinterId: string;
	/** Time of the user's first input, ISO 8601. */
	begunAt: string | null;
	/** Estimated duties and taxes; null if there is no complete estimate. */
	dutiesEur: number | null;
}
export const newDraft = (): Draft => ({
	from: { ...emptyAddress },
	to: { ...emptyAddress },
	parcels: [newParcel()],
	contents: [newContent()],
	reference: '',
	insured: false,
	notifyRecipient: true,
	schedulePickup: false,
	pickup: { from: '', to: '', instructions: '' },
	reasonForExport: null,
	incoterms: null,
	labelPrinterId: '',
	begunAt: null,
	dutiesEur: null,
});

/** An item to add to the list: empty, except for the country of origin of the last item. */
export const nextContent = (contents: readonly ContentInput[]): ContentInput => ({
	...newContent(),
	originCountry: contents.at(-1)?.originCountry ?? '',
});

/** Total value in euros. Empty fields count as 0. */
export const contentsValueEur = (contents: readonly ContentInput[]): number =>
	totalValueEur(contents.map(({ quantity, priceEur }) => ({ quantity: quantity ?? 0, priceEur: priceEur ?? 0 })));

/** Whether two addresses are equal in these fields; by default in all. */
export const haveEqualFields = (
	left: Address,
	right: Address,
	fields: readonly (keyof Address)[] = keysOf(emptyAddress),
) => fields.every((field) => left[field] === right[field]);
