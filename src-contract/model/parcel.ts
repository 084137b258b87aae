// Schemas of a parcel's size, weight and count.
import * as z from 'zod';
import { t } from '../i18n';

type Measure = 'length' | 'width' | 'height' | 'weight' | 'count' | 'quantity';

const above = (measure: Measure, max: number) =>
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
export const wholeNumber = (measure: Measure, max: number) =>
	above(measure, max).refine(Number.isInteger, {
		error: () =>
			t(
				'{measure, select, length {Length} width {Width} height {Height} weight {Weight} count {Count} other {Quantity}} must be a whole number',
				{ measure },
			),
	});

export const parcelSizeSchema = z.object({
	lengthCm: wholeNumber('length', 2000),
	widthCm: wholeNumber('width', 2000),
	heightCm: wholeNumber('height', 2000),
	weightKg: above('weight', 1000),
});
export type ParcelSize = z.infer<typeof parcelSizeSchema>;

export const parcelSchema = z.object({ count: wholeNumber('count', 999), ...parcelSizeSchema.shape });
export type Parcel = z.infer<typeof parcelSchema>;
