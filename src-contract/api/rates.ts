// IPC methods that request rates and duties estimates from the service.
import * as z from 'zod';
import type { CheaperVariant } from '../model/cheaper-variant';
import { dutiesContentSchema } from '../model/duties';
import { documentsSchema, palletSchema, parcelSchema } from '../model/parcel';
import { countryCodeSchema, productIdSchema } from '../model/trade-terms';
import type { DutiesResponse, RateOption } from '../partner-api';
import { method, noInput } from './method';

export const quoteLocation = z.object({
	countryCode: countryCodeSchema,
	zipcode: z.string().trim().max(20),
	city: z.string().trim().max(100),
});

const quoteInput = z.object({
	from: quoteLocation,
	to: quoteLocation.extend({ companyName: z.string().max(100) }),
	parcels: z.array(parcelSchema).min(1),
	insured: z.boolean(),
	totalValueEur: z.number().min(0).max(1e9),
});

export interface Quote {
	/** Ordered by price, then by transit days. `optionKeys` in `rate-options.ts` tells options with the same `productId` apart. */
	options: RateOption[];
	/** Message of the service; may be empty. */
	message: string;
	/** Messages about options that were left out or that the service does not tell apart. */
	notes: string[];
	/** Time of the service's answer, ISO 8601. */
	asOf: string;
	/** Why the service gave no new answer; the options are then those of an earlier answer. Empty when it gave one. */
	failure: string;
	/** Whether the service gave no new answer because it cannot be reached. */
	isOffline: boolean;
}

export const ratesApi = {
	/** `isUserRequest`: the user pressed a button to get the rates. See `Connection.rates`. */
	'rates.quote': method<Quote>()(
		quoteInput
			.extend({
				parcels: z.array(parcelSchema),
				pallets: z.array(palletSchema).optional(),
				documents: documentsSchema.optional(),
				isUserRequest: z.boolean().optional(),
			})
			.refine(
				({ parcels, pallets = [], documents }) =>
					[parcels.length, pallets.length, documents ? 1 : 0].filter(Boolean).length === 1,
			),
	),
	/** A small change of one parcel that makes the option cheaper; null when there is none. */
	'rates.cheaperVariant': method<CheaperVariant | null>()(quoteInput.extend({ productId: productIdSchema })),
	'duties.estimate': method<DutiesResponse>()(
		z.object({
			from: quoteLocation,
			to: quoteLocation,
			items: z.array(dutiesContentSchema).min(1),
			/** Price of the transport. */
			freightEur: z.number().min(0).optional(),
			/** Whether an individual imports the goods for personal use. */
			isPersonalUse: z.boolean().optional(),
		}),
	),
	/** Prints the estimate that is on the screen, on the printer for documents of kind `papers`. */
	'duties.print': method<{ destination: string }>()(noInput),
} as const;
