// Data of forms while they are filled in.
import type { Address } from '../../src-contract/model/address';
import { emptyAddress } from '../../src-contract/model/empty-address';
import type { Parcel } from '../../src-contract/model/parcel';
import type { Content } from '../../src-contract/model/shipment-draft';
import type { Incoterms, ReasonForExport } from '../../src-contract/model/trade-terms';
import { totalValueEur } from '../../src-contract/rules/landed-cost';

/** Numeric fields are undefined until the user enters a number. */
type Typed<Shape> = { [Key in keyof Shape]: Shape[Key] extends number ? number | undefined : Shape[Key] };
export type TypedParcel = Typed<Parcel>;
export type TypedContent = Typed<Content> & {
	/** The description that the code was chosen for, and whether the code was filled in from history. */
	codeFor?: { description: string; fromMemory: boolean } | undefined;
};

/** Size fields of a parcel. */
export const SIZES = ['lengthCm', 'widthCm', 'heightCm', 'weightKg'] as const;

export const newParcel = (): TypedParcel => ({
	count: 1,
	lengthCm: undefined,
	widthCm: undefined,
	heightCm: undefined,
	weightKg: undefined,
});
export const newContent = (): TypedContent => ({
	description: '',
	quantity: 1,
	priceEur: undefined,
	originCountry: '',
	hsCode: '',
});
/** A shipment as the form holds it. */
export interface Draft {
	from: Address;
	to: Address;
	parcels: TypedParcel[];
	contents: TypedContent[];
	reference: string;
	insured: boolean;
	notifyRecipient: boolean;
	schedulePickup: boolean;
	reasonForExport: ReasonForExport | null;
	incoterms: Incoterms | null;
	labelPrinterId: string;
	begunAt: string | null;
	dutiesEur: number | null;
}
/** An empty shipment. */
export const newDraft = (): Draft => ({
	from: { ...emptyAddress },
	to: { ...emptyAddress },
	parcels: [newParcel()],
	contents: [newContent()],
	reference: '',
	insured: false,
	notifyRecipient: true,
	schedulePickup: false,
	reasonForExport: null,
	incoterms: null,
	labelPrinterId: '',
	begunAt: null,
	dutiesEur: null,
});
/** An empty item with the country of origin of the previous item. */
export const anotherContent = (contents: readonly TypedContent[]): TypedContent => ({
	...newContent(),
	originCountry: contents.at(-1)?.originCountry ?? '',
});

/** Total value in euros. Empty fields count as 0. */
export const typedValueEur = (contents: readonly TypedContent[]): number =>
	totalValueEur(contents.map(({ quantity, priceEur }) => ({ quantity: quantity ?? 0, priceEur: priceEur ?? 0 })));
