// A carrier's rate sheet: its schema and the loader of the bundled sheets.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { errorMessage } from '../../src-contract/lib/error-message';
import { parcelTypeSchema } from '../../src-contract/partner-api';

/** Euros in the file, integer cents after parsing. */
const euros = z
	.number()
	.min(0)
	.transform((amount) => Math.round(amount * 100));
/** Formats of tracking numbers; booking/tracking-number.ts generates them. */
export const trackingFormatSchema = z.enum([
	'express-mod7',
	'postal-s10',
	'parcel-mod37',
	'freight-luhn',
	'express-gs1',
]);
export type TrackingFormat = z.infer<typeof trackingFormatSchema>;
const isoDate = z.iso.date('must be a date as YYYY-MM-DD');

/** Prices of one zone by weight band. Above the last band, each started kg costs `perKg`. */
const zonePriceSchema = z
	.object({
		/** [maximum kg, price]: weights ascend and prices never decrease. */
		bands: z.array(z.tuple([z.number().positive(), euros])).min(1),
		perKg: euros,
	})
	.superRefine(({ bands }, context) => {
		for (const [index, [upToKg, cents]] of bands.entries()) {
			const previous = bands[index - 1];
			if (previous && (upToKg <= previous[0] || cents < previous[1])) {
				context.addIssue({
					code: 'custom',
					path: ['bands', index],
					message: `${upToKg} kg at ${cents / 100} EUR must be heavier and not cheaper than the band before it`,
				});
			}
		}
	});

/** A surcharge of a product. `fuel`: whether the fuel surcharge is charged on this surcharge too. */
const surchargeSchema = z.discriminatedUnion(
	'kind',
	[
		z.object({ kind: z.literal('remote'), perKg: euros, minimum: euros, fuel: z.boolean() }),
		z.object({ kind: z.literal('residential'), amount: euros, fuel: z.boolean() }),
		z.object({
			kind: z.literal('additional-handling'),
			perPiece: euros,
			fuel: z.boolean(),
			longestSideCm: z.number(),
			secondSideCm: z.number(),
			weightKg: z.number(),
		}),
		z.object({ kind: z.literal('peak'), perPiece: euros, fuel: z.boolean(), from: isoDate, to: isoDate }),
		z.object({ kind: z.literal('oversize'), perPiece: euros, fuel: z.boolean(), lengthPlusGirthCm: z.number() }),
	],
	{ error: 'must be remote, residential, additional-handling, peak or oversize' },
);
export type Surcharge = z.infer<typeof surchargeSchema>;

const MAX_TRANSIT_DAYS = 120;
const transitSchema = z
	.tuple([z.int().positive().max(MAX_TRANSIT_DAYS), z.int().positive().max(MAX_TRANSIT_DAYS)])
	.refine(([min, max]) => min <= max, 'the shorter transit time must come first');

const productSchema = z.object({
	productId: z.int().positive(),
	name: z.string().min(1),
	/** Types of parcels that the product accepts. */
	kinds: z.array(parcelTypeSchema).min(1),
	/** Local time of the origin. Parcels handed over later leave on the next working day. */
	cutOff: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time as HH:MM'),
	/** Volumetric divisor in cm³ per kg. */
	divisor: z.number().positive(),
	/** Rounding of the billable weight: a weight up to `upToKg` (null: any) is rounded up to a multiple of `stepKg`. */
	rounding: z.array(z.object({ upToKg: z.number().positive().nullable(), stepKg: z.number().positive() })).min(1),
	/** Weight assumed for a document whose weight is not given. */
	documentKg: z.number().positive().default(0.5),
	/**
	 * Maximum actual weight, longest side and length plus girth of a piece; maximum number of pieces and billable weight of a
	 * shipment.
	 */
	limits: z.object({
		pieceKg: z.number().positive(),
		longestSideCm: z.number().positive(),
		lengthPlusGirthCm: z.number().positive(),
		pieces: z.int().positive(),
		totalKg: z.number().positive(),
	}),
	prices: z.record(z.string(), zonePriceSchema),
	/** Minimum and maximum transit days by zone. */
	transit: z.record(z.string(), transitSchema),
	surcharges: z.array(surchargeSchema),
});
export type Product = z.infer<typeof productSchema>;

/** Format of a rate sheet file (resources/rate-sheets/README.md). Parsing converts euros to cents. */
export const rateSheetSchema = z
	.object({
		source: z.string().min(1),
		effectiveFrom: isoDate,
		effectiveTo: isoDate.nullable(),
		carrier: z.string().min(1),
		carrierCode: z.string().regex(/^[A-Z]{2}$/),
		trackingFormat: trackingFormatSchema,
		/** Maximum characters of one printed address line. */
		addressLineLength: z.int().min(20).max(60),
		/** Entries: `CC` (a country), `CC:prefix` or `CC:FROM-TO` (postcodes of a country), or `*` (every country). */
		regions: z.record(
			z.string(),
			z
				.array(z.string().regex(/^(\*|[A-Z]{2}(:[A-Z0-9]+(-[A-Z0-9]+)?)?)$/, 'must be CC, CC:prefix, CC:FROM-TO or *'))
				.min(1),
		),
		/**
		 * Origin and destination regions with their zone. The first lane that matches a route is used. The destination `same` matches
		 * routes within one country.
		 */
		lanes: z.array(z.object({ from: z.string(), to: z.string(), zone: z.string() })).min(1),
		/** Fuel surcharge in percent from each start date on. */
		fuel: z.array(z.object({ from: isoDate, percent: z.number().min(0).max(100) })).min(1),
		/** Percentage of the insured value, and minimum price. */
		insurance: z.object({ percent: z.number().min(0), minimum: euros }),
		products: z.array(productSchema).min(1),
	})
	.superRefine((sheet, context) => {
		if (sheet.effectiveTo !== null && sheet.effectiveTo < sheet.effectiveFrom) {
			context.addIssue({ code: 'custom', path: ['effectiveTo'], message: 'the last day is before the first day' });
		}
		const zones = new Set(sheet.lanes.map((lane) => lane.zone));
		for (const [index, lane] of sheet.lanes.entries()) {
			for (const region of [lane.from, lane.to]) {
				if (region !== 'same' && !(region in sheet.regions)) {
					context.addIssue({ code: 'custom', path: ['lanes', index], message: `there is no region "${region}"` });
				}
			}
		}
		const ids = sheet.products.map(({ productId }) => productId);
		if (new Set(ids).size < ids.length) {
			context.addIssue({ code: 'custom', path: ['products'], message: 'two products share a productId' });
		}
		for (const [index, product] of sheet.products.entries()) {
			for (const zone of Object.keys(product.prices)) {
				if (!zones.has(zone)) {
					context.addIssue({
						code: 'custom',
						path: ['products', index, 'prices', zone],
						message: 'no lane has this zone',
					});
				}
				if (!(zone in product.transit)) {
					context.addIssue({
						code: 'custom',
						path: ['products', index, 'transit'],
						message: `zone ${zone} has a price but no transit time`,
					});
				}
			}
		}
	});
export type RateSheet = z.infer<typeof rateSheetSchema>;

/** @throws Error that names the file, the field path and the reason */
export function parseRateSheet(file: string, text: string): RateSheet {
	let data: unknown;
	try {
		data = JSON.parse(text);
	} catch (error) {
		throw new Error(`${file}: invalid JSON: ${errorMessage(error)}`);
	}
	const result = rateSheetSchema.safeParse(data);
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	throw new Error(`${file}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is invalid'}`);
}

/** @throws Error when two carriers use the same productId: a booking identifies its shipping option by productId alone */
export function checkProductIds(sheets: readonly RateSheet[]): void {
	const carrierByProductId = new Map<number, string>();
	for (const sheet of sheets) {
		for (const product of sheet.products) {
			const otherCarrier = carrierByProductId.get(product.productId);
			if (otherCarrier !== undefined && otherCarrier !== sheet.carrierCode)
				throw new Error(
					`${sheet.carrier} ${product.name}: productId ${product.productId} is already used by carrier ${otherCarrier}`,
				);
			carrierByProductId.set(product.productId, sheet.carrierCode);
		}
	}
}

/** @throws Error when a bundled sheet is invalid or two carriers share a productId */
export function loadRateSheets(resourcesDir: string): RateSheet[] {
	const folder = path.join(resourcesDir, 'rate-sheets');
	const sheets = readdirSync(folder)
		.filter((name) => name.endsWith('.json'))
		.sort()
		.map((name) => parseRateSheet(path.join(folder, name), readFileSync(path.join(folder, name), 'utf8')));
	checkProductIds(sheets);
	return sheets;
}
