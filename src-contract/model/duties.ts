// Goods for an estimate of duties and taxes. Fields have the same names as those of a shipment's contents.
import * as z from 'zod';
import { wholeMeasure } from './parcel';
import { countryCodeSchema, hsCodeSchema } from './trade-terms';

const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;
const emptyToUndefined = (value: unknown): unknown =>
	typeof value === 'string' && value.trim() === '' ? undefined : value;

/** A content line; country of origin and HS code are optional. */
export const dutiesContentSchema = z.object({
	description: z
		.string()
		.trim()
		.min(1)
		.max(200)
		.refine((text) => !CONTROL_CHARACTER.test(text)),
	quantity: wholeMeasure('quantity', 1_000_000),
	priceEur: z.number().min(0).max(10_000_000),
	hsCode: z.preprocess(emptyToUndefined, hsCodeSchema.optional()),
	originCountry: z.preprocess(emptyToUndefined, countryCodeSchema.optional()),
});
export type DutiesContent = z.infer<typeof dutiesContentSchema>;
