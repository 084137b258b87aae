import { expect, it } from 'vitest';
import { groupTrackingNumber } from '../../../src-contract/rules/tracking-number-groups';

it.each([
	['CZ000000014NL', 'CZ 000 000 014 NL'],
	['7000000013', '70 0000 0013'],
	['1Z999AA10123456784', '1Z 999 AA1 01 2345 6784'],
	['09520000000001I', '0952 0000 0000 01I'],
	['TRACK0001', 'TRAC K000 1'],
	['ABCD', 'ABCD'],
	['', ''],
])('%j is read as %j', (trackingNumber, grouped) => {
	expect(groupTrackingNumber(trackingNumber)).toBe(grouped);
});
