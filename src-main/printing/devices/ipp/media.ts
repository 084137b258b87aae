// Media as IPP names them (PWG 5101.1): a size in each name, and limits within which a printer cuts any size.

import { t } from '../../../../src-contract/i18n';
import type { Printer } from '../../../../src-contract/model/print';
import { stockName, stockOf } from '../../../../src-contract/model/stock';
import { refused } from '../shared/driver';

/** Media are named by their size; makers round. */
const SAME_SIZE_MM = 1;
const MM_PER_INCH = 25.4;

interface SizeMm {
	widthMm: number;
	heightMm: number;
}

/** A medium by its name, or a size within what the printer cuts. */
export type Medium = { name: string } | { size: SizeMm };

/** The size in a medium's name, such as na_index-4x6_4x6in or iso_a6_105x148mm. */
function mediaSizeMm(name: string): SizeMm | undefined {
	const match = /_(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(mm|in)$/.exec(name);
	const unit = match?.[3] === 'in' ? MM_PER_INCH : 1;
	return match ? { widthMm: Number(match[1]) * unit, heightMm: Number(match[2]) * unit } : undefined;
}

/**
 * @param heightMm of the sheet: a roll is as long as what is printed on it
 * @throws `printer.failed` when the printer does not hold that stock
 */
export function mediumFor(printer: Printer, heightMm: number, supported: readonly string[]): Medium {
	const stock = stockOf(printer);
	const size = { widthMm: stock.widthMm, heightMm };
	const isNear = (other: SizeMm) =>
		Math.abs(other.widthMm - size.widthMm) <= SAME_SIZE_MM && Math.abs(other.heightMm - heightMm) <= SAME_SIZE_MM;
	const name = supported.find((one) => {
		const held = mediaSizeMm(one);
		return held && !/^custom_(min|max)/.test(one) && isNear(held);
	});
	if (name) return { name };
	const limit = (start: string) => mediaSizeMm(supported.find((one) => one.startsWith(start)) ?? '');
	const [least, most] = [limit('custom_min'), limit('custom_max')];
	const isWithin = (side: keyof SizeMm) =>
		least && most && least[side] <= size[side] + SAME_SIZE_MM && size[side] <= most[side] + SAME_SIZE_MM;
	if (isWithin('widthMm') && isWithin('heightMm')) return { size };
	throw refused(
		printer.name,
		t('it does not hold {stock}; it holds {held}##of a printer', {
			stock: stockName(printer),
			held: supported.slice(0, 8).join(', '),
		}),
	);
}
