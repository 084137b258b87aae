// A short campaign; `npm run faults -- labels --count N` prints N fixtures in every language on every stock and scans them.
import { expect, it } from 'vitest';
import { makeCarrierLabels } from '../fixtures/carrier-labels';
import { scanEverySymbol } from './label-scans';
import { labelTable, TABLE_LANGUAGES } from './labels';

it('prints every code at its true size in every printer language when the label fits', async () => {
	const { failures, ...table } = await labelTable({
		names: ['fedex ground, 4×6', 'usps ground advantage with a postage matrix, 4×6', 'gls ZPL'],
		dpi: [203],
		stocks: ['4x6'],
	});
	expect(failures).toEqual([]);
	expect(table).toMatchObject({
		fixtures: 3,
		stated: 6,
		readBefore: 6,
		combinations: 3 * TABLE_LANGUAGES.length,
		printed: 2 * TABLE_LANGUAGES.length + 1,
		refused: { 'printer.otherLanguage': TABLE_LANGUAGES.length - 1 },
		codesBefore: 4 * TABLE_LANGUAGES.length + 2,
		codesAfter: 4 * TABLE_LANGUAGES.length + 2,
	});
	expect(table).toMatchObject({ wrongKinds: 0, notInLabels: 0, lostSilently: 0, wrongSize: 0, refusedThoughItFits: 0 });
});

it('closes no parcel for a symbol of another parcel, a random code or an altered number', async () => {
	const labels = await makeCarrierLabels([
		'fedex ground, 4×6',
		'usps priority mail, 4×6',
		'dhl express 4×8',
		'dhl paket A6',
		'dpd A6',
		'gls A6',
	]);
	const scans = await scanEverySymbol(labels);
	expect(scans).toMatchObject({ shipments: 6, random: 1000, altered: 1000 });
	expect(scans.accepted).toBeGreaterThan(0);
	expect(scans.reportedWrong).toBeGreaterThan(100);
	expect(scans).toMatchObject({ refused: 0, routingRefused: 0 });
	expect(scans).toMatchObject({ acceptedOnOther: 0, randomAccepted: 0, alteredAccepted: 0, routingAccepted: 0 });
});
