import { expect, it } from 'vitest';
import { kindOfTaxLine, landedCost, shares } from '../../src-contract/landed-cost';

const line = (name: string, amount: number) => ({ harmonizedCode: '610910', name, amount, description: '' });

it('tells duties, taxes and charges apart by the words that customs use', () => {
	const kinds = [
		'MFN duty',
		'Flat customs duty',
		'Courier flat rate',
		'VAT',
		'HST',
		'ICMS',
		'consumption tax',
		'Merchandise processing fee',
	];
	expect(kinds.map((name) => kindOfTaxLine(line(name, 1)))).toEqual([
		'duty',
		'duty',
		'duty',
		'tax',
		'tax',
		'tax',
		'tax',
		'charge',
	]);
});

it('adds up to the cent, says when a part is not known, and shares it by the incoterms', () => {
	const taxDetails = [line('MFN duty', 0.1), line('VAT', 0.2), line('Excise duty: not known', 0)];
	const cost = landedCost({ hasErrors: false, taxDetails, estimate: 0.3, hsCode: '610910' }, 10.1, 5.05);
	expect(cost).toMatchObject({ dutyEur: 0.1, taxEur: 0.2, chargeEur: 0, totalEur: 15.45, isAtLeast: true });
	expect(shares(cost, 'DAP')).toEqual({ senderEur: 5.05, recipientEur: 0.3 });
	expect(shares(cost, 'DDP')).toEqual({ senderEur: 5.35, recipientEur: 0 });
});
