import { expect, it } from 'vitest';
import {
	costShares,
	isChargedAtSale,
	isUnknownLine,
	kindOfTaxLine,
	landedCost,
	totalValueEur,
} from '../../../src-contract/rules/landed-cost';

const line = (name: string, amount: number) => ({ harmonizedCode: '610910', name, amount, description: '' });

it('distinguishes duties, taxes and charges by the words that customs uses', () => {
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

it('adds up to the cent, reports an unknown part, and shares the cost by the incoterms', () => {
	const taxDetails = [line('MFN duty', 0.1), line('VAT', 0.2), line('Excise duty: not known', 0)];
	const cost = landedCost({ hasErrors: false, taxDetails, estimate: 0.3, hsCode: '610910' }, 10.1, 5.05);
	expect(cost).toMatchObject({ dutyEur: 0.1, taxEur: 0.2, chargeEur: 0, totalEur: 15.45, isMinimum: true });
	expect(cost.unknownKinds).toEqual(['duty']);
	expect(costShares(cost, 'DAP')).toEqual({ senderEur: 5.05, recipientEur: 0.3 });
	expect(costShares(cost, 'DDP')).toEqual({ senderEur: 5.35, recipientEur: 0 });
});

it.each([
	['VAT, reduced', 'tax'],
	['Local tax', 'tax'],
	['Taxes', 'tax'],
	['Import surcharge', 'duty'],
	['Duties', 'duty'],
	['Tariff', 'duty'],
	// Only whole words count.
	['Taxi', 'charge'],
	['Dutyfree handling', 'charge'],
])('reads "%s" as %s', (name, kind) => {
	expect(kindOfTaxLine(line(name, 1))).toBe(kind);
});

it('recognises a line with an unknown amount by its field, or else by the end of its name', () => {
	expect(isUnknownLine(line('Excise duty: not known', 0))).toBe(true);
	expect(isUnknownLine(line('VAT', 0))).toBe(false);
	expect(isUnknownLine(line('Fee not known to be due', 0))).toBe(false);
	expect(isUnknownLine({ ...line('VAT', 0), known: false })).toBe(true);
	expect(isUnknownLine({ ...line('Duty not known', 5), known: true })).toBe(false);
});

it('recognises a tax that the seller charges by its description', () => {
	const description = '20.0 % of 100.00 EUR; Relief up to 135 GBP: the seller charges it, customs does not';
	expect(isChargedAtSale({ ...line('VAT', 20), description })).toBe(true);
	expect(isChargedAtSale({ ...line('VAT', 20), description: '20.0 % of 100.00 EUR' })).toBe(false);
	const ownText = '20.0 % of 100.00 EUR, the value; VAT at the point of sale: charged by the seller, not by customs';
	expect(isChargedAtSale({ ...line('VAT', 20), description: ownText })).toBe(true);
});

it('adds the value of goods by quantity', () => {
	expect(totalValueEur([])).toBe(0);
	expect(
		totalValueEur([
			{ quantity: 3, priceEur: 10 },
			{ quantity: 2, priceEur: 4.5 },
		]),
	).toBe(39);
});

it('counts the total above duty and tax as charges, which the incoterms share as well', () => {
	const taxDetails = [line('MFN duty', 12), line('VAT', 33), line('Entry fee', 2)];
	// 50 is 3 more than the lines: a service may add to its total without a line.
	const estimate = { hasErrors: false, taxDetails, estimate: 50, hsCode: '610910' };
	const cost = landedCost(estimate, 100, 20);
	expect(cost).toEqual({
		goodsEur: 100,
		shippingEur: 20,
		dutyEur: 12,
		taxEur: 33,
		chargeEur: 5,
		totalEur: 170,
		unknownKinds: [],
		isMinimum: false,
	});
	expect(costShares(cost, 'DAP')).toEqual({ senderEur: 20, recipientEur: 50 });
	expect(costShares(cost, 'DDP')).toEqual({ senderEur: 70, recipientEur: 0 });
});

it('is a minimum when the service says so, whatever its lines', () => {
	const estimate = { hasErrors: false, taxDetails: [line('VAT', 33)], estimate: 33, hsCode: '610910' };
	expect(landedCost({ ...estimate, estimateIsMinimum: true }, 100, 20).isMinimum).toBe(true);
});

it('leaves out the shipping price while it is unknown', () => {
	const estimate = { hasErrors: false, taxDetails: [line('VAT', 33)], estimate: 33, hsCode: '610910' };
	const cost = landedCost(estimate, 100, undefined);
	expect(cost).toMatchObject({ shippingEur: undefined, totalEur: 133 });
	expect(costShares(cost, 'DAP')).toEqual({ senderEur: 0, recipientEur: 33 });
	expect(costShares(cost, 'DDP')).toEqual({ senderEur: 33, recipientEur: 0 });
});
