// Schemas of a parcel's size, weight and count, with messages that name the measure.
import * as z from 'zod';
import { t } from '../i18n';

type Measure = 'length' | 'width' | 'height' | 'weight' | 'count' | 'quantity';

const positiveMeasure = (measure: Measure, max: number) =>
	z
		.number({
			error: () =>
				t(
					'{measure, select, length {Length} width {Width} height {Height} weight {Weight} count {Count} other {Quantity}} is required',
					{ measure },
				),
		})
		.positive({
			error: () =>
				t(
					'{measure, select, length {Length} width {Width} height {Height} weight {Weight} count {Count} other {Quantity}} must be more than 0',
					{ measure },
				),
		})
		.max(max, {
			error: () =>
				t(
					'{measure, select, length {Length} width {Width} height {Height} weight {Weight} count {Count} other {Quantity}} must be at most {most}',
					{ measure, most: max },
				),
		});
export const wholeMeasure = (measure: Measure, max: number) =>
	positiveMeasure(measure, max).refine(Number.isInteger, {
		error: () =>
			t(
				'{measure, select, length {Length} width {Width} height {Height} weight {Weight} count {Count} other {Quantity}} must be a whole number',
				{ measure },
			),
	});

export const parcelSizeSchema = z.object({
	lengthCm: wholeMeasure('length', 2000),
	widthCm: wholeMeasure('width', 2000),
	heightCm: wholeMeasure('height', 2000),
	weightKg: positiveMeasure('weight', 1000),
});
export type ParcelSize = z.infer<typeof parcelSizeSchema>;

export const parcelSchema = z.object({ count: wholeMeasure('count', 999), ...parcelSizeSchema.shape });
export type Parcel = z.infer<typeof parcelSchema>;

/** A pallet with its goods. The partner API prices pallets, but books parcels only; the same is true of documents. */
export const palletSchema = parcelSchema.extend({ isStackable: z.boolean() });
export type Pallet = z.infer<typeof palletSchema>;

/** Documents in an envelope. Without a weight, each carrier uses its own. */
export const documentsSchema = z.object({
	count: wholeMeasure('count', 999),
	weightKg: positiveMeasure('weight', 1000).optional(),
});
export type Documents = z.infer<typeof documentsSchema>;
