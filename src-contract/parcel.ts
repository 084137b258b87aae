// A parcel as a desk measures it.
import * as z from 'zod';

const above = (what: string, max: number) =>
	z
		.number({ error: `${what} is required` })
		.positive(`${what} must be more than 0`)
		.max(max, `${what} must be at most ${max}`);
export const whole = (what: string, max: number) =>
	above(what, max).refine(Number.isInteger, `${what} must be a whole number`);

export const parcelSizeSchema = z.object({
	lengthCm: whole('Length', 2000),
	widthCm: whole('Width', 2000),
	heightCm: whole('Height', 2000),
	weightKg: above('Weight', 1000),
});
export type ParcelSize = z.infer<typeof parcelSizeSchema>;

export const parcelSchema = z.object({ count: whole('Count', 999), ...parcelSizeSchema.shape });
export type Parcel = z.infer<typeof parcelSchema>;
