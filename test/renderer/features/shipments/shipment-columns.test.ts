// Columns of the list of shipments, by what the user chose and by the width of the list.
import { expect, it } from 'vitest';
import { SHIPMENT_COLUMNS } from '../../../../src-contract/model/shipment';
import { columnsThatFit } from '../../../../src-renderer/features/shipments/shipment-columns';

it.each([
	[0, 'selected created state recipient destination carrier trackingNumber reference price'],
	[100, 'selected created state recipient destination carrier trackingNumber reference price'],
	[60, 'selected created state recipient destination trackingNumber price'],
	[38, 'selected state recipient trackingNumber price'],
	[24, 'selected state recipient'],
])('%s rem show %s', (widthRem, keys) => {
	expect(columnsThatFit(SHIPMENT_COLUMNS, widthRem).join(' ')).toBe(keys);
});

it('shows the recipient and the check boxes always, and other columns when they are chosen', () => {
	expect(columnsThatFit([], 100)).toEqual(['selected', 'recipient']);
	expect(columnsThatFit(['reference', 'price'], 100)).toEqual(['selected', 'recipient', 'reference', 'price']);
});
