// Where a page lies on its stock. The usual stock here is 100 × 150 mm, so that every figure can be worked out in the head.
import { describe, expect, it } from 'vitest';
import { type Placement, type PlacementRequest, placeOnStock } from '../../src-contract/placement';
import { STOCKS, type Stock } from '../../src-contract/print';

const STOCK: Stock = { widthMm: 100, heightMm: 150, across: 1, down: 1 };
const ROLL: Stock = { widthMm: 100, heightMm: null, across: 1, down: 1 };

function place(widthMm: number, heightMm: number, changes: Partial<PlacementRequest> = {}) {
	const request: PlacementRequest = {
		stock: STOCK,
		position: 0,
		isLabel: true,
		turn: 'auto',
		offsetXMm: 0,
		offsetYMm: 0,
		oversize: 'refuse',
		...changes,
	};
	return placeOnStock({ widthMm, heightMm }, request);
}
/** A placement whose lengths may differ in the last bits of a binary fraction. */
const near = ({ turn, ...lengths }: Placement) => ({
	turn,
	...Object.fromEntries(Object.entries(lengths).map(([name, value]) => [name, expect.closeTo(value, 9)])),
});
const scaleOf = (result: ReturnType<typeof placeOnStock>) => (result.fits ? result.placement : result.scaled).scale;

describe('a page that fits', () => {
	it('lies at true size, in the middle', () => {
		expect(place(100, 150)).toEqual({
			fits: true,
			placement: { turn: 0, scale: 1, leftMm: 0, topMm: 0, widthMm: 100, heightMm: 150 },
		});
		expect(place(80, 120)).toEqual({
			fits: true,
			placement: { turn: 0, scale: 1, leftMm: 10, topMm: 15, widthMm: 80, heightMm: 120 },
		});
	});

	it('may be 2 mm larger than the stock in each direction, and no more', () => {
		expect(place(102, 152)).toEqual({
			fits: true,
			placement: { turn: 0, scale: 1, leftMm: -1, topMm: -1, widthMm: 102, heightMm: 152 },
		});
		expect(place(102.1, 150).fits).toBe(false);
		expect(place(100, 152.1).fits).toBe(false);
	});

	it('is turned when only that fits', () => {
		expect(place(150, 100)).toEqual({
			fits: true,
			placement: { turn: 90, scale: 1, leftMm: 0, topMm: 0, widthMm: 100, heightMm: 150 },
		});
		expect(place(152, 102)).toMatchObject({ fits: true, placement: { turn: 90, scale: 1 } });
	});

	it('stays upright when it fits so, even if turned it would leave more room', () => {
		expect(place(102, 80)).toMatchObject({ fits: true, placement: { turn: 0, scale: 1 } });
		expect(place(90, 90)).toMatchObject({ fits: true, placement: { turn: 0, scale: 1 } });
	});

	it('is moved by the offsets of the printer', () => {
		expect(place(80, 120, { offsetXMm: 2, offsetYMm: -3 })).toMatchObject({ placement: { leftMm: 12, topMm: 12 } });
	});
});

describe('a turn that is chosen', () => {
	it.each([
		['0', 80, 120, { turn: 0, widthMm: 80, heightMm: 120 }],
		['90', 120, 80, { turn: 90, widthMm: 80, heightMm: 120 }],
		['180', 80, 120, { turn: 180, widthMm: 80, heightMm: 120 }],
		['270', 120, 80, { turn: 270, widthMm: 80, heightMm: 120 }],
	] as const)('of %s degrees is kept', (turn, widthMm, heightMm, placement) => {
		expect(place(widthMm, heightMm, { turn })).toMatchObject({ fits: true, placement });
	});

	it('is kept when the page does not fit that way', () => {
		expect(place(150, 100, { turn: '0' })).toEqual({
			fits: false,
			// 100 / 150 of the size; (150 − 100 × 2/3) / 2 from the top
			scaled: near({ turn: 0, scale: 2 / 3, leftMm: 0, topMm: 41.666666667, widthMm: 100, heightMm: 66.666666667 }),
		});
	});
});

describe('a page that does not fit', () => {
	it('is turned the way in which it shrinks less', () => {
		// Upright 1/3; turned, 200 × 300 on 100 × 150, 1/2.
		expect(place(300, 200)).toEqual({
			fits: false,
			scaled: { turn: 90, scale: 1 / 2, leftMm: 0, topMm: 0, widthMm: 100, heightMm: 150 },
		});
		expect(place(200, 300)).toMatchObject({ fits: false, scaled: { turn: 0, scale: 1 / 2 } });
		expect(place(200, 200)).toMatchObject({ fits: false, scaled: { turn: 0, scale: 1 / 2 } });
	});

	it('is placed scaled when the printer is set to scale', () => {
		expect(place(200, 300, { oversize: 'scale' })).toEqual({
			fits: true,
			placement: { turn: 0, scale: 1 / 2, leftMm: 0, topMm: 0, widthMm: 100, heightMm: 150 },
		});
	});

	it.each([
		[125, 3 / 4],
		[100 / 0.75, 3 / 4],
		[140, 2 / 3],
		[150, 2 / 3],
		[160, 1 / 2],
		[200, 1 / 2],
		[250, 1 / 3],
		[300, 1 / 3],
		[350, 1 / 4],
		[400, 1 / 4],
		[450, 1 / 5],
		[500, 1 / 5],
		[510, 1 / 6],
	])('scales a label of %d mm on 100 mm by a whole ratio: %d', (widthMm, scale) => {
		expect(scaleOf(place(widthMm, 10, { turn: '0' }))).toBe(scale);
	});

	it('scales papers by any ratio, the smaller of both directions', () => {
		expect(scaleOf(place(125, 10, { turn: '0', isLabel: false }))).toBe(0.8);
		expect(scaleOf(place(125, 300, { turn: '0', isLabel: false }))).toBe(0.5);
	});
});

describe('a roll', () => {
	it('takes a page of any length, from its upper edge', () => {
		expect(place(80, 900, { stock: ROLL })).toEqual({
			fits: true,
			placement: { turn: 0, scale: 1, leftMm: 10, topMm: 0, widthMm: 80, heightMm: 900 },
		});
	});

	it('turns a page that is too wide, and scales one that is too wide both ways', () => {
		expect(place(900, 80, { stock: ROLL })).toMatchObject({ fits: true, placement: { turn: 90, scale: 1, topMm: 0 } });
		expect(place(150, 300, { stock: ROLL, offsetYMm: 5 })).toEqual({
			fits: false,
			scaled: near({ turn: 0, scale: 2 / 3, leftMm: 0, topMm: 5, widthMm: 100, heightMm: 200 }),
		});
		expect(place(300, 150, { stock: ROLL })).toMatchObject({ fits: false, scaled: { turn: 90, scale: 2 / 3 } });
	});
});

describe('a sheet of several labels', () => {
	const SHEET: Stock = { widthMm: 300, heightMm: 300, across: 3, down: 2 };

	it.each([
		[0, 0, 0],
		[1, 100, 0],
		[2, 200, 0],
		[3, 0, 150],
		[4, 100, 150],
		[5, 200, 150],
	])('has position %d at %d mm from the left and %d mm from the top', (position, leftMm, topMm) => {
		expect(place(100, 150, { stock: SHEET, position })).toEqual({
			fits: true,
			placement: { turn: 0, scale: 1, leftMm, topMm, widthMm: 100, heightMm: 150 },
		});
	});

	it('compares the page with one label, not with the sheet', () => {
		expect(place(103, 150, { stock: SHEET }).fits).toBe(false);
		expect(place(100, 153, { stock: SHEET }).fits).toBe(false);
	});

	it('places a 4 × 6 in label on the second half of A4, turned', () => {
		// The half is 210 × 148.5 mm: (210 − 152.4) / 2 from the left, 148.5 + (148.5 − 101.6) / 2 from the top.
		expect(place(101.6, 152.4, { stock: STOCKS['A4/2'], position: 1 })).toEqual({
			fits: true,
			placement: near({ turn: 90, scale: 1, leftMm: 28.8, topMm: 171.95, widthMm: 152.4, heightMm: 101.6 }),
		});
	});
});
