// Rates for the user interface: from the service, or the last stored answer while the service cannot be reached.
import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Quote } from '../../src-contract/api';
import { AppError } from '../../src-contract/errors';
import type { CheaperVariant } from '../../src-contract/model/cheaper-variant';
import type { QuoteInput } from '../../src-contract/model/shipment-draft';
import { rateOptionSchema } from '../../src-contract/partner-api';
import type { Connection } from '../connections/port';
import type { Database } from '../platform/database';
import { findCheaperVariant, pricesOfProduct } from './cheaper-variants';

/** A stored answer. Earlier releases did not store `notes`. */
const storedAnswerSchema = z.object({
	options: z.array(rateOptionSchema),
	message: z.string(),
	notes: z.array(z.string()).default([]),
}) satisfies z.ZodType<Pick<Quote, 'options' | 'message' | 'notes'>>;

/** Maximum number of stored answers, about one week of a desk's requests. */
const MAX_STORED = 2000;

export interface QuotesDependencies {
	database: Database;
	client: Pick<Connection, 'rates'>;
	connectionId: () => string;
	now: () => Date;
	onError: (error: unknown) => void;
}

/** Key of a request. Requests with the same answer have the same key. */
function keyOf(connectionId: string, { from, to, parcels, insured, totalValueEur }: QuoteInput): string {
	const location = ({ countryCode, zipcode, city }: QuoteInput['from']) => [countryCode, zipcode, city];
	const sizes = parcels.map(({ count, lengthCm, widthCm, heightCm, weightKg }) => [
		count,
		lengthCm,
		widthCm,
		heightCm,
		weightKg,
	]);
	const isBusiness = to.companyName !== '';
	const parts = [connectionId, location(from), location(to), isBusiness, sizes, insured ? totalValueEur : null];
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

export function createQuotes({ database, client, connectionId, now, onError }: QuotesDependencies) {
	function store(key: string, answer: Pick<Quote, 'options' | 'message' | 'notes'>, asOf: string): void {
		try {
			database.transaction(() => {
				database.write(
					'INSERT OR REPLACE INTO quote (question, answer, as_of) VALUES (?, ?, ?)',
					key,
					JSON.stringify(answer),
					asOf,
				);
				database.write(
					'DELETE FROM quote WHERE as_of < (SELECT as_of FROM quote ORDER BY as_of DESC LIMIT 1 OFFSET ?)',
					MAX_STORED,
				);
			});
		} catch (error) {
			// A rate that cannot be stored is still valid.
			onError(error);
		}
	}

	return {
		/** Looks for a smaller or lighter parcel that costs less with the same product. @throws as `Connection.rates` */
		findCheaperVariant: ({ productId, ...input }: QuoteInput & { productId: number }): Promise<CheaperVariant | null> =>
			findCheaperVariant(
				input.parcels,
				pricesOfProduct(productId, input, async (changed) => (await client.rates(changed)).data),
			),

		/**
		 * Rates for a draft. A stored answer has its time in `asOf` and the error message in `unreachable`.
		 * @throws as `Connection.rates` when no answer is stored
		 */
		async quote(input: QuoteInput): Promise<Quote> {
			const key = keyOf(connectionId(), input);
			try {
				const { data: options, message, notes = [] } = await client.rates(input);
				const asOf = now().toISOString();
				store(key, { options, message, notes }, asOf);
				return { options, message, notes, asOf, unreachable: '' };
			} catch (error) {
				if (!(error instanceof AppError && error.retryable)) throw error;
				const earlier = database.get<{ answer: string; as_of: string }>(
					'SELECT answer, as_of FROM quote WHERE question = ?',
					key,
				);
				if (!earlier) throw error;
				const answer = storedAnswerSchema.parse(JSON.parse(earlier.answer));
				return { ...answer, asOf: earlier.as_of, unreachable: error.message };
			}
		},
	};
}
export type Quotes = ReturnType<typeof createQuotes>;
