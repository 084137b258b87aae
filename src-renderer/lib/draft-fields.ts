// What forms hold while they are filled in.
import type { Address } from '../../src-contract/model/address';
import { emptyAddress } from '../../src-contract/model/empty-address';
import type { Parcel } from '../../src-contract/model/parcel';
import type { Content } from '../../src-contract/model/shipment';
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
/** A shipment of which nothing is known yet. */
export const newDraft = () => ({
	from: { ...emptyAddress } as Address,
	to: { ...emptyAddress } as Address,
	parcels: [newParcel()],
	contents: [newContent()],
	reference: '',
	insured: false,
	notifyRecipient: true,
	schedulePickup: false,
	reasonForExport: null as ReasonForExport | null,
	incoterms: null as Incoterms | null,
	labelPrinterId: '',
	begunAt: null as string | null,
	dutiesEur: null as number | null,
});
export type Draft = ReturnType<typeof newDraft>;
/** Another item is made where the last one was. */
export const anotherContent = (contents: readonly TypedContent[]): TypedContent => ({
	...newContent(),
	originCountry: contents.at(-1)?.originCountry ?? '',
});

/** What is not typed yet counts as nothing. */
export const typedValueEur = (contents: readonly TypedContent[]): number =>
	totalValueEur(contents.map(({ quantity, priceEur }) => ({ quantity: quantity ?? 0, priceEur: priceEur ?? 0 })));
