// Why the parts of a price are charged, in the language of the desk.
import { afterEach, expect, it } from 'vitest';
import { type Consignment, pieceGroupsOf, priceLines, type Tariff } from '../../../src-broker/rating/price';
import { type Language, setLocale } from '../../../src-contract/i18n';
import { translatePriceReason } from '../../../src-contract/rules/price-reasons';
import { readLocale } from '../../../tools/i18n.mjs';

afterEach(() => setLocale(() => ({ language: 'en', texts: {} })));
function speak(language: Language): void {
	const texts = language === 'en' ? {} : readLocale(language);
	setLocale(() => ({ language, texts }));
}

const box = { type: 'NONDOC', count: 1, length: 130, width: 70, height: 60, weight: 10 } as const;
const parcels = [box, { ...box, length: 65 }, { ...box, length: 40, width: 30, height: 20, weight: 25.5 }];
const consignment: Consignment = {
	parcels,
	pieceGroups: pieceGroupsOf(parcels),
	pieceCount: 3,
	isResidential: true,
	insuredValueCents: 100_000,
	remoteReasons: ['pickup: Lapland', 'destination: Corsica'],
	marginPercent: 0,
};
/** A price with every surcharge of the built-in service. */
const lines = priceLines(
	{
		product: {},
		prices: { bands: [[50, 800]], perKg: 100 },
		transit: [1, 3],
		surcharges: [
			{ kind: 'remote', perKg: 45, minimum: 2000, fuel: false },
			{ kind: 'residential', amount: 300, fuel: false },
			{ kind: 'peak', perPiece: 120, fuel: false, from: '2026-11-16', to: '2027-01-15' },
			{ kind: 'additional-handling', perPiece: 900, fuel: false, longestSideCm: 120, secondSideCm: 60, weightKg: 25 },
			{ kind: 'oversize', perPiece: 4000, fuel: false, lengthPlusGirthCm: 300 },
		],
		fuelPercent: 12.5,
		insurance: { percent: 0.5, minimum: 700 },
	} as unknown as Tariff,
	consignment,
	45.5,
);
const reasons = () => lines.map(({ reason = '' }) => translatePriceReason(reason));

it('is a translation of every reason of the built-in service, with the numbers and months of the language', () => {
	speak('de');
	expect(reasons()).toEqual([
		'45,5 kg berechnet',
		'Abholung: Lapland',
		'Ziel: Corsica',
		'Empfänger ist eine Privatperson',
		'16. Nov. – 15. Jan.',
		'längste Seite über 120 cm; zweitlängste Seite über 60 cm; ein Packstück über 25 kg',
		'Gurtmaß über 300 cm',
		'12,5 %',
		'0,5 % des Werts',
	]);
});

it.each(['nl', 'fr', 'es', 'pl'] as const)('has no English words in another language: %s', (language) => {
	speak(language);
	expect(reasons()).toHaveLength(9);
	expect(reasons().join(' ')).not.toMatch(/\b(?:billable|pickup|over|side|individual|value|piece|girth|Jan\b(?!\.))/);
});

it('is the text of the service in English, or if the text is not known', () => {
	expect(reasons().slice(0, 2)).toEqual(['45.5 kg billable', 'pickup: Lapland']);
	speak('de');
	expect(translatePriceReason('Bridge toll; 12 %')).toBe('Bridge toll; 12 %');
	expect(translatePriceReason('')).toBe('');
});
