// A small change of a parcel that makes its shipment cheaper.
export const SAVING_FIELDS = ['lengthCm', 'widthCm', 'heightCm', 'weightKg'] as const;

export interface Saving {
	/** Of the parcels, from 0. */
	parcel: number;
	field: (typeof SAVING_FIELDS)[number];
	/** So many centimetres or kilograms less. */
	less: number;
	savedEur: number;
}
