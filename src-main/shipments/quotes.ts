// Rates for the user interface: from the service, or from the stored answer to an earlier request while the service cannot
// be reached.
import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Quote } from '../../src-contract/api';
import { AppError, isServiceUnreachable } from '../../src-contract/errors';
import type { CheaperVariant } from '../../src-contract/model/cheaper-variant';
import type { Parcel } from '../../src-contract/model/parcel';
import type { QuoteInput } from '../../src-contract/model/shipment-draft';
import { rateOptionSchema } from '../../src-contract/partner-api';
import type { Connection } from '../connections/service-interface';
import type { Database } from '../platform/database';
import { createPriceOf, findCheaperVariant } from './cheaper-variants';

/** A stored answer. Earlier releases did not store `notes`. */
const storedAnswerSchema = z.object({
	options: z.array(rateOptionSchema),
	message: z.string(),
	notes: z.array(z.string()).default([]),
}) satisfies z.ZodType<Pick<Quote, 'options' | 'message' | 'notes'>>;

/** Maximum number of stored answers, about one week of a desk's requests. */
const MAX_STORED_ANSWERS = 2000;

export interface QuotesDependencies {
	database: Database;
	client: Pick<Connection, 'rates'>;
	connectionId: () => string;
	now: () => Date;
	/** The service answered. Must not throw. */
	onAnswered: () => void;
	onError: (error: unknown) => void;
}

/** Key of a rate request: a digest of all values that determine the answer. */
function requestKeyOf(connectionId: string, input: QuoteInput): string {
	const { from, to, parcels, pallets, documents, insured, totalValueEur } = input;
	const location = ({ countryCode, zipcode, city }: QuoteInput['from']) => [countryCode, zipcode, city];
	const sizeOf = ({ count, lengthCm, widthCm, heightCm, weightKg }: Parcel) => [
		count,
		lengthCm,
		widthCm,
		heightCm,
		weightKg,
	];
	const sizes: unknown[] = parcels.map(sizeOf);
	for (const pallet of pallets ?? []) sizes.push(['pallet', pallet.isStackable, ...sizeOf(pallet)]);
	if (documents) sizes.push(['documents', documents.count, documents.weightKg ?? null]);
	const isBusiness = to.companyName !== '';
	const keyValues = [connectionId, location(from), location(to), isBusiness, sizes, insured ? totalValueEur : null];
	return createHash('sha256').update(JSON.stringify(keyValues)).digest('base64');
}

export function createQuotes({ database, client, connectionId, now, onAnswered, onError }: QuotesDependencies) {
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
					MAX_STORED_ANSWERS - 1,
				);
			});
		} catch (error) {
			// Rates that cannot be stored are still valid.
			onError(error);
		}
	}

	return {
		/** Finds a smaller or lighter parcel that costs less with the same product. @throws as `Connection.rates` */
		findCheaperVariant: ({ productId, ...input }: QuoteInput & { productId: number }): Promise<CheaperVariant | null> =>
			findCheaperVariant(
				input.parcels,
				createPriceOf(productId, input, async (changedInput) => (await client.rates(changedInput)).data),
			),

		/**
		 * Rates for a draft. When a stored answer is returned, `asOf` is the time of that answer, and `failure` says why
		 * the service gave no new answer.
		 * @throws as `Connection.rates` when no answer is stored or the error is not retryable
		 */
		async quote({ isUserRequest, ...input }: QuoteInput & { isUserRequest?: boolean | undefined }): Promise<Quote> {
			const key = requestKeyOf(connectionId(), input);
			try {
				const { data: options, message, notes = [] } = await client.rates(input, { isUserRequest });
				onAnswered();
				const asOf = now().toISOString();
				store(key, { options, message, notes }, asOf);
				return { options, message, notes, asOf, failure: '', isOffline: false };
			} catch (error) {
				if (!(error instanceof AppError && error.retryable)) throw error;
				const stored = database.get<{ answer: string; as_of: string }>(
					'SELECT answer, as_of FROM quote WHERE question = ?',
					key,
				);
				if (!stored) throw error;
				const answer = storedAnswerSchema.parse(JSON.parse(stored.answer));
				return { ...answer, asOf: stored.as_of, failure: error.message, isOffline: isServiceUnreachable(error) };
			}
		},
	};
}
export type Quotes = ReturnType<typeof createQuotes>;
