// Explanations of duty estimates in the language of the desk.
import { afterEach, expect, it } from 'vitest';
import { setLocale } from '../../../src-contract/i18n';
import { translateReasons } from '../../../src-contract/rules/duty-reasons';
import { readLocale } from '../../../tools/i18n.mjs';

afterEach(() => setLocale(() => ({ language: 'en', texts: {} })));

const REASONS = [
	{ code: 'percent_of_cif', values: { percent: 12, amount: 1250 } },
	{ code: 'tariff_heading', values: { code: '6109' } },
	{ code: 'source', values: { name: 'EU tariff', date: '2026-01-01' } },
];
const TEXT = '12.0 % of 1250.00 EUR CIF; mean of heading 6109; EU tariff, 2026-01-01';

it('translates each part, and formats its numbers', () => {
	const german = readLocale('de');
	setLocale(() => ({ language: 'de', texts: german }));
	expect(translateReasons(REASONS, TEXT, '; ')).toBe(
		'12,0 % von 1250,00 EUR (Zollwert mit Fracht, CIF); mittlerer Satz der Position 6109; EU tariff, 2026-01-01',
	);
});

it("keeps the service's text when the service sends no reasons, or one that is not known", () => {
	expect(translateReasons(undefined, TEXT, '; ')).toBe(TEXT);
	expect(translateReasons([...REASONS, { code: 'of_a_later_version', values: {} }], TEXT, '; ')).toBe(TEXT);
	expect(translateReasons([{ code: 'constructor', values: {} }], TEXT, '; ')).toBe(TEXT);
});
