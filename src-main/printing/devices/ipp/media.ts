// Chooses the IPP medium of a sheet. A printer lists its media by name (PWG 5101.1). Most names contain the size of the medium;
// the names `custom_min…` and `custom_max…` contain the limits for sizes that have no name.

import { t } from '../../../../src-contract/i18n';
import type { PrinterProfile } from '../../../../src-contract/model/print';
import { stockName, stockOf } from '../../../../src-contract/model/stock';
import { rejectedError } from '../shared/driver';

/** Tolerance for the sizes in media names, because manufacturers round them. */
const SIZE_TOLERANCE_MM = 1;
const MM_PER_INCH = 25.4;

interface SizeMm {
	widthMm: number;
	heightMm: number;
}

/** A supported medium by name, or a custom size within the printer's limits. */
export type Medium = { name: string } | { size: SizeMm };

/** The size in a medium's name, such as `na_index-4x6_4x6in` or `iso_a6_105x148mm`; undefined if the name contains none. */
function mediaSizeMm(name: string): SizeMm | undefined {
	const match = /_(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(mm|in)$/.exec(name);
	const unit = match?.[3] === 'in' ? MM_PER_INCH : 1;
	return match ? { widthMm: Number(match[1]) * unit, heightMm: Number(match[2]) * unit } : undefined;
}

/**
 * The medium for a sheet of the printer's stock.
 * @param heightMm height of the sheet; on a roll, the length of the print
 * @param supported values of `media-supported`
 * @throws `printer.failed` when no medium has the size of the sheet and the printer does not support it as a custom size
 */
export function mediumFor(printer: PrinterProfile, heightMm: number, supported: readonly string[]): Medium {
	const stock = stockOf(printer);
	const size = { widthMm: stock.widthMm, heightMm };
	const isNearSheetSize = (mediaSize: SizeMm) =>
		Math.abs(mediaSize.widthMm - size.widthMm) <= SIZE_TOLERANCE_MM &&
		Math.abs(mediaSize.heightMm - heightMm) <= SIZE_TOLERANCE_MM;
	const name = supported.find((mediaName) => {
		const mediaSize = mediaSizeMm(mediaName);
		return mediaSize && !/^custom_(min|max)/.test(mediaName) && isNearSheetSize(mediaSize);
	});
	if (name) return { name };
	const sizeOfFirst = (prefix: string) =>
		mediaSizeMm(supported.find((mediaName) => mediaName.startsWith(prefix)) ?? '');
	const [minSize, maxSize] = [sizeOfFirst('custom_min'), sizeOfFirst('custom_max')];
	const isWithinLimits = (side: keyof SizeMm) =>
		minSize &&
		maxSize &&
		minSize[side] <= size[side] + SIZE_TOLERANCE_MM &&
		size[side] <= maxSize[side] + SIZE_TOLERANCE_MM;
	if (isWithinLimits('widthMm') && isWithinLimits('heightMm')) return { size };
	throw rejectedError(
		printer.name,
		t('it does not support {stock}; it supports {held}##of a printer', {
			stock: stockName(printer),
			held: supported.slice(0, 8).join(', '),
		}),
	);
}
