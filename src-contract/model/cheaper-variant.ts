// A small change of a parcel that makes its shipment cheaper.
export const CHEAPER_VARIANT_FIELDS = ['lengthCm', 'widthCm', 'heightCm', 'weightKg'] as const;

export interface CheaperVariant {
	/** Of the parcels, from 0. */
	parcel: number;
	field: (typeof CHEAPER_VARIANT_FIELDS)[number];
	/** So many centimetres or kilograms less. */
	less: number;
	savedEur: number;
}
