// Prices for the screens: the answer of the service, or its earlier answer when it is offline.
import { expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import type { Rates } from '../../../src-main/connections/service-interface';
import { createQuotes } from '../../../src-main/shipments/quotes';
import { openDesk } from '../../fixtures/desk';
import { exampleDraft } from '../../fixtures/shipment-draft';

const rates: Rates = {
	errors: false,
	message: '1 option',
	data: [{ carrier: 'C', product: 'P', productId: 1, price: 9 }],
	notes: ['1 option is not shown.'],
};
const quoteInput = { ...exampleDraft, totalValueEur: 25 };

it('saves the notes of an answer with its prices; answers saved by an earlier release have none', async () => {
	const { database } = openDesk();
	let answer: Rates | AppError = rates;
	const quotes = createQuotes({
		database,
		client: {
			rates: async () => {
				if (answer instanceof AppError) throw answer;
				return answer;
			},
		},
		connectionId: () => 'built-in',
		now: () => new Date('2026-11-23T08:00:00Z'),
		onAnswered: () => {},
		onError: (error) => {
			throw error;
		},
	});
	const answered = { options: rates.data, message: '1 option', notes: rates.notes, asOf: '2026-11-23T08:00:00.000Z' };
	expect(await quotes.quote(quoteInput)).toEqual({ ...answered, failure: '', isOffline: false });
	answer = new AppError('partner.unreachable', 'Offline.', { disposition: 'retry', retryable: true });
	expect(await quotes.quote(quoteInput)).toEqual({ ...answered, failure: 'Offline.', isOffline: true });
	database.run("UPDATE quote SET answer = json_remove(answer, '$.notes')");
	expect(await quotes.quote(quoteInput)).toEqual({ ...answered, notes: [], failure: 'Offline.', isOffline: true });
	answer = { errors: false, message: '', data: [] };
	expect((await quotes.quote(quoteInput)).notes).toEqual([]);
});
