import { expect, test } from 'vitest';
import { batchColumnsThatFit, batchTableColumns } from '../../../../src-renderer/features/orders/batch-columns';

test('a wide list of rows has all columns, and a narrow one keeps state, recipient and result', () => {
	const all = ['selected', 'row', 'state', 'recipient', 'destination', 'reference', 'carrier', 'price', 'result'];
	expect(batchColumnsThatFit(56)).toEqual(all);
	expect(batchColumnsThatFit(0)).toEqual(all);
	expect(batchColumnsThatFit(55)).toEqual(all.filter((key) => key !== 'carrier'));
	expect(batchColumnsThatFit(20)).toEqual(['state', 'recipient', 'result']);
});

test('columns have titles and widths, and prices are aligned as numbers', () => {
	const columns = batchTableColumns(['state', 'price']);
	expect(columns).toMatchObject([
		{ title: 'State', isNumber: false },
		{ title: 'Price', width: '6rem', isNumber: true },
	]);
});
