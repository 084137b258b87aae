// A small change of one parcel that makes the shipment cheaper.
export const CHEAPER_VARIANT_FIELDS = ['lengthCm', 'widthCm', 'heightCm', 'weightKg'] as const;

export interface CheaperVariant {
	/** Index of the parcel that is reduced. */
	parcelIndex: number;
	field: (typeof CHEAPER_VARIANT_FIELDS)[number];
	/** By how much the field is reduced, in centimetres or kilograms. */
	reduction: number;
	savedEur: number;
}
