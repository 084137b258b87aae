// Texts of a service in the language of the desk.
import { afterEach, expect, it } from 'vitest';
import { setLocale } from '../../../src-contract/i18n';
import { translatePriceReason, translateServiceText } from '../../../src-contract/model/service-texts';
import { readLocale } from '../../../tools/i18n.mjs';

afterEach(() => setLocale(() => ({ language: 'en', texts: {} })));
function speakGerman(): void {
	const german = readLocale('de');
	setLocale(() => ({ language: 'de', texts: german }));
}

it('translates known names and messages, and keeps others', () => {
	speakGerman();
	expect(translateServiceText('Fuel')).toBe('Treibstoff');
	expect(translateServiceText('The shipment has been booked.')).toBe('Die Sendung wurde gebucht.');
	expect(translateServiceText('Eco contribution')).toBe('Eco contribution');
});

it.each([
	['272.5 kg billable', '272,5 kg frachtpflichtig'],
	['11.8 %', '11,8 %'],
	['0.5 % of the value', '0,5 % des Werts'],
	['16 Nov–15 Jan', '16. Nov.–15. Jan.'],
	['recipient is an individual', 'Empfänger ist Privatperson'],
	['longest side over 120 cm; a piece over 25 kg', 'längste Seite über 120 cm; ein Packstück über 25 kg'],
	['length and girth over 300 cm', 'Länge plus Gurtmaß über 300 cm'],
	['destination: Svalbard', 'Zielort: Svalbard'],
	['eco contribution of 2026', 'eco contribution of 2026'],
])('translates the reason of a price "%s"', (reason, german) => {
	expect(translatePriceReason(reason)).toBe(reason);
	speakGerman();
	expect(translatePriceReason(reason)).toBe(german);
});
