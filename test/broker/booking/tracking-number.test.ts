import { describe, expect, it } from 'vitest';
import {
	createSscc,
	createTrackingNumber,
	gs1CheckDigit,
	luhnCheckDigit,
	mod7CheckDigit,
	mod37CheckCharacter,
	s10CheckDigit,
} from '../../../src-broker/booking/tracking-number';
import { trackingFormatSchema } from '../../../src-broker/rating/rate-sheet';

describe('check digits', () => {
	it.each([
		['0073938000549297', gs1CheckDigit],
		['568283610012000', gs1CheckDigit],
		['000123450000000027', gs1CheckDigit],
		['106141411234567897', gs1CheckDigit],
		['9405803699300124287899', gs1CheckDigit],
		['320606146993', luhnCheckDigit],
		['320595463938', luhnCheckDigit],
		['07209562763', luhnCheckDigit],
		['3318810025', mod7CheckDigit],
		['8487135506', mod7CheckDigit],
		['1099255990', mod7CheckDigit],
		['09980000020033F', mod37CheckCharacter],
		['09980000020034D', mod37CheckCharacter],
		['008182709980000020045327276N', mod37CheckCharacter],
		['473124829', s10CheckDigit],
	])('%s ends in its check character', (number, check) => {
		expect(check(number.slice(0, -1))).toBe(number.slice(-1));
	});

	it('never gives two serials of a carrier the same number', () => {
		for (const format of trackingFormatSchema.options) {
			const numbers = Array.from({ length: 2000 }, (_, serial) => createTrackingNumber(format, serial, 'NL'));
			expect(new Set(numbers).size).toBe(2000);
		}
		expect(createSscc(7)).toMatch(/^0952000000\d{8}$/);
	});
});
