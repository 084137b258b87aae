// Where a page is placed on its stock. The default stock is 100 × 150 mm, so that every value can be checked without a calculator.
import { describe, expect, it } from 'vitest';
import { STOCKS, type Stock } from '../../../src-contract/model/stock';
import {
	type Box,
	type PageSize,
	type Placement,
	type PlacementRequest,
	placeOnStock,
} from '../../../src-contract/rules/label-placement';

const STOCK: Stock = { widthMm: 100, heightMm: 150, across: 1, down: 1 };
const ROLL: Stock = { widthMm: 100, heightMm: null, across: 1, down: 1 };

function placePage(page: PageSize, changes: Partial<PlacementRequest> = {}) {
	const request: PlacementRequest = {
		stock: STOCK,
		position: 0,
		isLabel: true,
		turn: 'auto',
		offsetXMm: 0,
		offsetYMm: 0,
		oversize: 'refuse',
		dpi: 203,
		...changes,
	};
	return placeOnStock(page, request);
}
const place = (widthMm: number, heightMm: number, changes: Partial<PlacementRequest> = {}) =>
	placePage({ widthMm, heightMm }, changes);
/** Compares lengths with a tolerance for rounding of binary fractions. */
const near = ({ rotationDegrees, ...lengths }: Placement) => ({
	rotationDegrees,
	...Object.fromEntries(Object.entries(lengths).map(([name, value]) => [name, expect.closeTo(Number(value), 9)])),
});
const scaleOf = (result: ReturnType<typeof placeOnStock>) =>
	(result.fits ? result.placement : result.scaledPlacement).scale;

describe('a page that fits', () => {
	it('is centred at true size', () => {
		expect(place(100, 150)).toEqual({
			fits: true,
			placement: { rotationDegrees: 0, scale: 1, leftMm: 0, topMm: 0, widthMm: 100, heightMm: 150 },
		});
		expect(place(80, 120)).toEqual({
			fits: true,
			placement: { rotationDegrees: 0, scale: 1, leftMm: 10, topMm: 15, widthMm: 80, heightMm: 120 },
		});
	});

	it('may be 2 mm larger than the stock in each direction, and no more', () => {
		expect(place(102, 152)).toEqual({
			fits: true,
			placement: { rotationDegrees: 0, scale: 1, leftMm: -1, topMm: -1, widthMm: 102, heightMm: 152 },
		});
		expect(place(102.1, 150).fits).toBe(false);
		expect(place(100, 152.1).fits).toBe(false);
	});

	it('is rotated when it fits only that way', () => {
		expect(place(150, 100)).toEqual({
			fits: true,
			placement: { rotationDegrees: 90, scale: 1, leftMm: 0, topMm: 0, widthMm: 100, heightMm: 150 },
		});
		expect(place(152, 102)).toMatchObject({ fits: true, placement: { rotationDegrees: 90, scale: 1 } });
	});

	it('stays upright when it fits upright, even if it would have more space rotated', () => {
		expect(place(102, 80)).toMatchObject({ fits: true, placement: { rotationDegrees: 0, scale: 1 } });
		expect(place(90, 90)).toMatchObject({ fits: true, placement: { rotationDegrees: 0, scale: 1 } });
	});

	it('is moved by the offsets of the printer', () => {
		expect(place(80, 120, { offsetXMm: 2, offsetYMm: -3 })).toMatchObject({ placement: { leftMm: 12, topMm: 12 } });
	});
});

describe('a chosen rotation', () => {
	it.each([
		['0', 80, 120, { rotationDegrees: 0, widthMm: 80, heightMm: 120 }],
		['90', 120, 80, { rotationDegrees: 90, widthMm: 80, heightMm: 120 }],
		['180', 80, 120, { rotationDegrees: 180, widthMm: 80, heightMm: 120 }],
		['270', 120, 80, { rotationDegrees: 270, widthMm: 80, heightMm: 120 }],
	] as const)('of %s degrees is kept', (turn, widthMm, heightMm, placement) => {
		expect(place(widthMm, heightMm, { turn })).toMatchObject({ fits: true, placement });
	});

	it('is kept even when the page does not fit that way', () => {
		expect(place(150, 100, { turn: '0' })).toEqual({
			fits: false,
			// 100 / 150 of the size; (150 − 100 × 2/3) / 2 from the top
			scaledPlacement: near({
				rotationDegrees: 0,
				scale: 2 / 3,
				leftMm: 0,
				topMm: 41.666666667,
				widthMm: 100,
				heightMm: 66.666666667,
			}),
		});
	});
});

describe('a page that does not fit', () => {
	it('is rotated to the orientation that shrinks it less', () => {
		// Upright 1/3. Rotated, 200 × 300 on 100 × 150, 1/2.
		expect(place(300, 200)).toEqual({
			fits: false,
			scaledPlacement: { rotationDegrees: 90, scale: 1 / 2, leftMm: 0, topMm: 0, widthMm: 100, heightMm: 150 },
		});
		expect(place(200, 300)).toMatchObject({ fits: false, scaledPlacement: { rotationDegrees: 0, scale: 1 / 2 } });
		expect(place(200, 200)).toMatchObject({ fits: false, scaledPlacement: { rotationDegrees: 0, scale: 1 / 2 } });
	});

	it('is scaled when the printer is set to scale', () => {
		expect(place(200, 300, { oversize: 'scale' })).toEqual({
			fits: true,
			placement: { rotationDegrees: 0, scale: 1 / 2, leftMm: 0, topMm: 0, widthMm: 100, heightMm: 150 },
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
	])('scales a label of %d mm on 100 mm by a ratio of whole numbers: %d', (widthMm, scale) => {
		expect(scaleOf(place(widthMm, 10, { turn: '0' }))).toBe(scale);
	});

	it('scales papers by any ratio, the smaller of both directions', () => {
		expect(scaleOf(place(125, 10, { turn: '0', isLabel: false }))).toBe(0.8);
		expect(scaleOf(place(125, 300, { turn: '0', isLabel: false }))).toBe(0.5);
	});
});

describe('a roll', () => {
	it('accepts a page of any length, from its upper edge', () => {
		expect(place(80, 900, { stock: ROLL })).toEqual({
			fits: true,
			placement: { rotationDegrees: 0, scale: 1, leftMm: 10, topMm: 0, widthMm: 80, heightMm: 900 },
		});
	});

	it('rotates a page that is too wide, and scales one that is too wide in both orientations', () => {
		expect(place(900, 80, { stock: ROLL })).toMatchObject({
			fits: true,
			placement: { rotationDegrees: 90, scale: 1, topMm: 0 },
		});
		expect(place(150, 300, { stock: ROLL, offsetYMm: 5 })).toEqual({
			fits: false,
			scaledPlacement: near({ rotationDegrees: 0, scale: 2 / 3, leftMm: 0, topMm: 5, widthMm: 100, heightMm: 200 }),
		});
		expect(place(300, 150, { stock: ROLL })).toMatchObject({
			fits: false,
			scaledPlacement: { rotationDegrees: 90, scale: 2 / 3 },
		});
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
			placement: { rotationDegrees: 0, scale: 1, leftMm, topMm, widthMm: 100, heightMm: 150 },
		});
	});

	it('compares the page with one label, not with the sheet', () => {
		expect(place(103, 150, { stock: SHEET }).fits).toBe(false);
		expect(place(100, 153, { stock: SHEET }).fits).toBe(false);
	});

	it('places a 4 × 6 in label on the second half of A4, rotated', () => {
		// The half is 210 × 148.5 mm: (210 − 152.4) / 2 from the left, 148.5 + (148.5 − 101.6) / 2 from the top.
		expect(place(101.6, 152.4, { stock: STOCKS['A4/2'], position: 1 })).toEqual({
			fits: true,
			placement: near({ rotationDegrees: 90, scale: 1, leftMm: 28.8, topMm: 171.95, widthMm: 152.4, heightMm: 101.6 }),
		});
	});
});

describe('a page larger than its stock with smaller content', () => {
	/** The page is 110 × 160 mm; its content is 90 × 140 mm, 5 mm from the left and 8 mm from the top. */
	const content: Box = { leftMm: 5, topMm: 8, widthMm: 90, heightMm: 140 };
	const placed = (changes: Partial<PlacementRequest> = {}, contentMm = content) =>
		placePage({ widthMm: 110, heightMm: 160, contentMm }, changes);

	it('is centred by its content at true size, with its white margins cut off', () => {
		// The content starts at (100 − 90) / 2 and (150 − 140) / 2; the page starts its margins before that.
		expect(placed()).toEqual({
			fits: true,
			placement: {
				rotationDegrees: 0,
				scale: 1,
				leftMm: 0,
				topMm: -3,
				widthMm: 110,
				heightMm: 160,
				visibleMm: { leftMm: 5, topMm: 5, widthMm: 90, heightMm: 140 },
			},
		});
	});

	it.each([
		// The upper edge is now at the left: the content is 140 × 90 mm, 8 mm from the left and 15 mm from the top of the rotated page.
		['90', { widthMm: 150, heightMm: 100 }, { leftMm: 5 - 8, topMm: 5 - 15, widthMm: 160, heightMm: 110 }],
		['180', { widthMm: 100, heightMm: 150 }, { leftMm: 5 - 15, topMm: 5 - 12, widthMm: 110, heightMm: 160 }],
		['270', { widthMm: 150, heightMm: 100 }, { leftMm: 5 - 12, topMm: 5 - 5, widthMm: 160, heightMm: 110 }],
	] as const)('rotated by %s° is centred by its content', (turn, size, expected) => {
		expect(placed({ turn, stock: { ...STOCK, ...size } })).toMatchObject({
			fits: true,
			placement: { scale: 1, ...expected, visibleMm: { leftMm: 5, topMm: 5 } },
		});
	});

	it('is rotated when its content fits only that way', () => {
		expect(placed({ stock: { ...STOCK, widthMm: 150, heightMm: 100 } })).toMatchObject({
			fits: true,
			placement: { rotationDegrees: 90, scale: 1, visibleMm: { widthMm: 140, heightMm: 90 } },
		});
	});

	it('keeps its margins when it fits with them, even if only rotated', () => {
		const turned = placePage({ widthMm: 152, heightMm: 102, contentMm: { ...content, widthMm: 80, heightMm: 80 } });
		expect(turned).toEqual({
			fits: true,
			placement: { rotationDegrees: 90, scale: 1, leftMm: -1, topMm: -1, widthMm: 102, heightMm: 152 },
		});
	});

	it('must have content within the stock: ink is never cut off', () => {
		expect(placed({}, { ...content, widthMm: 100, heightMm: 150 }).fits).toBe(true);
		expect(placed({}, { ...content, widthMm: 100.1 }).fits).toBe(false);
		expect(placed({}, { ...content, heightMm: 150.1 }).fits).toBe(false);
	});

	it('is scaled by its content when that is too large as well', () => {
		// The content is 120 mm on 100 mm: 3/4 makes it 90 mm.
		const result = placePage(
			{ widthMm: 140, heightMm: 150, contentMm: { leftMm: 10, topMm: 20, widthMm: 120, heightMm: 120 } },
			{ oversize: 'scale' },
		);
		expect(result).toEqual({
			fits: true,
			placement: {
				rotationDegrees: 0,
				scale: 3 / 4,
				leftMm: 5 - 7.5,
				topMm: 30 - 15,
				widthMm: 105,
				heightMm: 112.5,
				visibleMm: { leftMm: 5, topMm: 30, widthMm: 90, heightMm: 90 },
			},
		});
	});

	it('starts on a roll with its content', () => {
		expect(placed({ stock: { ...ROLL, widthMm: 95 } })).toMatchObject({
			fits: true,
			placement: { scale: 1, topMm: -8, visibleMm: { topMm: 0, heightMm: 140 } },
		});
	});
});

describe('a label with a known narrowest module', () => {
	/** Length in mm of `count` dots at 203 dpi. */
	const dots = (count: number) => (count / 203) * 25.4;
	const wide = (widthMm: number, moduleMm: number, changes: Partial<PlacementRequest> = {}) =>
		placePage({ widthMm, heightMm: 10, moduleMm }, { turn: '0', oversize: 'scale', ...changes });

	it.each([
		[125, dots(5), 4 / 5],
		[125, dots(4), 3 / 4],
		[125, dots(3), 2 / 3],
		// 3.9 dots become 3, not 3.12.
		[125, dots(3.9), 3 / 3.9],
		[200, dots(4), 1 / 2],
		[150, dots(3), 2 / 3],
	])('of %d mm on 100 mm with modules of %d mm is scaled to whole dots', (widthMm, moduleMm, scale) => {
		expect(scaleOf(wide(widthMm, moduleMm))).toBeCloseTo(scale, 9);
	});

	it('counts the dots of its printer', () => {
		// 0.375 mm is 4.43 dots at 300 dpi, and 3.54 of them fit.
		expect(scaleOf(wide(125, 0.375, { dpi: 300 }))).toBeCloseTo((3 * 25.4) / 300 / 0.375, 9);
	});

	it('is scaled by a ratio of whole numbers when a module would have less than 2 dots', () => {
		expect(scaleOf(wide(125, dots(2)))).toBe(3 / 4);
		expect(scaleOf(wide(300, dots(5)))).toBe(1 / 3);
		expect(scaleOf(wide(125, 0))).toBe(3 / 4);
	});

	it('is scaled by up to 4 % even when oversized pages are refused, if its modules stay whole dots', () => {
		const refuseOversize = (moduleDots: number) => wide(103, dots(moduleDots), { oversize: 'refuse' });
		expect(refuseOversize(3.1)).toMatchObject({ fits: true, placement: { scale: expect.closeTo(3 / 3.1, 9) } });
		expect(refuseOversize(3 / 0.9601).fits).toBe(true);
		expect(refuseOversize(3 / 0.9599)).toMatchObject({
			fits: false,
			scaledPlacement: { scale: expect.closeTo(0.9599, 9) },
		});
		expect(refuseOversize(3)).toMatchObject({ fits: false, scaledPlacement: { scale: expect.closeTo(2 / 3, 9) } });
		expect(refuseOversize(1.5).fits).toBe(false);
	});

	it('keeps its true size when it fits, for any module width', () => {
		expect(wide(100, dots(3.3))).toMatchObject({ fits: true, placement: { scale: 1 } });
	});

	it('does not affect the scale of papers', () => {
		expect(scaleOf(wide(125, dots(3), { isLabel: false }))).toBe(0.8);
		expect(wide(103, dots(3.1), { isLabel: false, oversize: 'refuse' }).fits).toBe(false);
	});
});

describe('A6 on 4 × 6 in', () => {
	const a6 = (contentWidthMm: number, moduleMm: number) =>
		placePage(
			{
				widthMm: 105,
				heightMm: 148,
				moduleMm,
				contentMm: { leftMm: (105 - contentWidthMm) / 2, topMm: 2, widthMm: contentWidthMm, heightMm: 144 },
			},
			{ stock: STOCKS['4x6'] },
		);

	it('keeps its true size when its content is at most 4 in wide', () => {
		expect(a6(100, 0.33)).toMatchObject({ fits: true, placement: { scale: 1, rotationDegrees: 0, widthMm: 105 } });
		expect(a6(101.6, 0.33)).toMatchObject({ fits: true, placement: { scale: 1 } });
	});

	it('is scaled to whole modules, or refused', () => {
		// 0.26 mm is 2.08 dots at 203 dpi: 2 dots are 96.3 % of it.
		expect(a6(105, 0.26)).toMatchObject({ fits: true, placement: { scale: expect.closeTo(0.9625, 3) } });
		expect(a6(105, 0.375).fits).toBe(false);
	});
});
