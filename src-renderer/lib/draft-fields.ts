// What forms hold while they are filled in.
import type { Address } from '../../src-contract/model/address';
import { emptyAddress } from '../../src-contract/model/empty-address';
import type { Parcel } from '../../src-contract/model/parcel';
import type { Content } from '../../src-contract/model/shipment-draft';
import type { Incoterms, ReasonForExport } from '../../src-contract/model/trade-terms';
import { totalValueEur } from '../../src-contract/rules/landed-cost';

/** A form's field holds nothing until a number is typed. */
type Typed<Shape> = { [Key in keyof Shape]: Shape[Key] extends number ? number | undefined : Shape[Key] };
export type TypedParcel = Typed<Parcel>;
export type TypedContent = Typed<Content> & {
	/** The description that the code was chosen for, and whether the desk's memory filled it in. */
	codeFor?: { description: string; fromMemory: boolean } | undefined;
};

/** What is measured of a parcel. */
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
/** A shipment of which nothing is known yet. */
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
/** Another item is made where the last one was. */
export const anotherContent = (contents: readonly TypedContent[]): TypedContent => ({
	...newContent(),
	originCountry: contents.at(-1)?.originCountry ?? '',
});

/** What is not typed yet counts as nothing. */
export const typedValueEur = (contents: readonly TypedContent[]): number =>
	totalValueEur(contents.map(({ quantity, priceEur }) => ({ quantity: quantity ?? 0, priceEur: priceEur ?? 0 })));
