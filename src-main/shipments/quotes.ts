// Prices for the screens: asked of the service, and what it last answered when it cannot be asked.
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

/** An answer as it is stored. Earlier releases stored none of the notes. */
const storedAnswerSchema = z.object({
	options: z.array(rateOptionSchema),
	message: z.string(),
	notes: z.array(z.string()).default([]),
}) satisfies z.ZodType<Pick<Quote, 'options' | 'message' | 'notes'>>;

/** Questions of a desk's week. */
const MAX_STORED = 2000;

export interface QuotesDependencies {
	database: Database;
	client: Pick<Connection, 'rates'>;
	connectionId: () => string;
	now: () => Date;
	onError: (error: unknown) => void;
}

/** The same for questions that have the same answer. */
function keyOf(service: string, { from, to, parcels, insured, totalValueEur }: QuoteInput): string {
	const place = ({ countryCode, zipcode, city }: QuoteInput['from']) => [countryCode, zipcode, city];
	const sizes = parcels.map(({ count, lengthCm, widthCm, heightCm, weightKg }) => [
		count,
		lengthCm,
		widthCm,
		heightCm,
		weightKg,
	]);
	const isBusiness = to.companyName !== '';
	const parts = [service, place(from), place(to), isBusiness, sizes, insured ? totalValueEur : null];
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

export function createQuotes({ database, client, connectionId, now, onError }: QuotesDependencies) {
	function keep(question: string, answer: Pick<Quote, 'options' | 'message' | 'notes'>, asOf: string): void {
		try {
			database.transaction(() => {
				database.write(
					'INSERT OR REPLACE INTO quote (question, answer, as_of) VALUES (?, ?, ?)',
					question,
					JSON.stringify(answer),
					asOf,
				);
				database.write(
					'DELETE FROM quote WHERE as_of < (SELECT as_of FROM quote ORDER BY as_of DESC LIMIT 1 OFFSET ?)',
					MAX_STORED,
				);
			});
		} catch (error) {
			// A price that cannot be kept is a price all the same.
			onError(error);
		}
	}

	return {
		/** @throws what the service refused, or why it cannot be asked */
		saving: ({ productId, ...input }: QuoteInput & { productId: number }): Promise<CheaperVariant | null> =>
			findCheaperVariant(
				input.parcels,
				pricesOfProduct(productId, input, async (changed) => (await client.rates(changed)).data),
			),

		/** @throws what the service refused, or why it cannot be asked and nothing was answered before */
		async quote(input: QuoteInput): Promise<Quote> {
			const question = keyOf(connectionId(), input);
			try {
				const { data: options, message, notes = [] } = await client.rates(input);
				const asOf = now().toISOString();
				keep(question, { options, message, notes }, asOf);
				return { options, message, notes, asOf, unreachable: '' };
			} catch (error) {
				if (!(error instanceof AppError && error.retryable)) throw error;
				const earlier = database.get<{ answer: string; as_of: string }>(
					'SELECT answer, as_of FROM quote WHERE question = ?',
					question,
				);
				if (!earlier) throw error;
				const answer = storedAnswerSchema.parse(JSON.parse(earlier.answer));
				return { ...answer, asOf: earlier.as_of, unreachable: error.message };
			}
		},
	};
}
export type Quotes = ReturnType<typeof createQuotes>;
