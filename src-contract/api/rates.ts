// Methods that ask a service for prices and estimates of duties.
import * as z from 'zod';
import type { CheaperVariant } from '../model/cheaper-variant';
import { dutiesContentSchema } from '../model/duties';
import { parcelSchema } from '../model/parcel';
import { countryCodeSchema, productIdSchema } from '../model/trade-terms';
import type { DutiesResponse, RateOption } from '../partner-api';
import { method, nothing } from './method';

const quotePlace = z.object({
	countryCode: countryCodeSchema,
	zipcode: z.string().trim().max(20),
	city: z.string().trim().max(100),
});

const quoteQuestion = z.object({
	from: quotePlace,
	to: quotePlace.extend({ companyName: z.string().max(100) }),
	parcels: z.array(parcelSchema).min(1),
	insured: z.boolean(),
	totalValueEur: z.number().min(0).max(1e9),
});

export interface Quote {
	/** Cheapest first, then by transit days. `optionKeys` of `rate-options.ts` tells options of one `productId` apart. */
	options: RateOption[];
	message: string;
	/** Sentences on options that were left out, or that the service cannot tell apart. */
	notes: string[];
	/** When the service answered, ISO 8601. */
	asOf: string;
	/** Why it could not be asked now, and these are prices of before; else empty. */
	unreachable: string;
}

export const ratesApi = {
	'rates.quote': method<Quote>()(quoteQuestion),
	/** A small change that makes an option cheaper; null: there is none. */
	'rates.saving': method<CheaperVariant | null>()(quoteQuestion.extend({ productId: productIdSchema })),
	'duties.estimate': method<DutiesResponse>()(
		z.object({ from: quotePlace, to: quotePlace, items: z.array(dutiesContentSchema).min(1) }),
	),
	/** The estimate on the screen, as a page, to the printer for papers. */
	'duties.print': method<{ place: string }>()(nothing),
} as const;
