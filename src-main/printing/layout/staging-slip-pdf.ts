// Draws the slip of a closed package that has no label yet. Scanning its code finds the package again. Lengths are in points.
import { t } from '../../../src-contract/i18n';
import type { PrinterProfile } from '../../../src-contract/model/print';
import { type Fonts, sizeToFit } from '../../../src-pdf/fonts';
import { codePart, drawPaper, gap, LARGE_MODULES_MM, rule, textParts } from './paper';

export interface StagingSlip {
	orderNumber: string;
	recipient: string;
	/** From 1. */
	packageNumber: number;
	packageCount: number;
	/** Code that Pack finds the package by. */
	slipCode: string;
	/** When the slip was made, for display. */
	date: string;
	/** Country codes of the recipient, which decide between the forms of Chinese characters. */
	countries: string[];
}

const CODE_HEIGHT_MM = 18;
const MAX_NUMBER_SIZE = 44;

export const drawStagingSlip = (
	slip: StagingSlip,
	printer: Pick<PrinterProfile, 'stock' | 'ownStock'>,
	fonts: Fonts,
): Promise<Uint8Array> =>
	drawPaper(printer, fonts, slip.countries, ({ regular, bold, size, column }) => {
		const numberSize = sizeToFit(bold, slip.orderNumber, column.width, MAX_NUMBER_SIZE, size * 1.5);
		const packageText = t('Package {number} of {count}', { number: slip.packageNumber, count: slip.packageCount });
		const code = codePart(slip.slipCode, column, { modulesMm: LARGE_MODULES_MM, heightMm: CODE_HEIGHT_MM });
		return [
			{
				parts: [
					...textParts(t('No shipping label yet'), { font: bold, size: size * 1.4 }, column),
					rule(column, size),
					...textParts(slip.orderNumber, { font: bold, size: numberSize }, column),
					...textParts(slip.recipient, { font: bold, size: size * 1.6 }, column),
					...textParts(packageText, { font: regular, size: size * 1.6 }, column),
					...textParts(slip.date, { font: regular, size }, column),
					rule(column, size),
					...(code ? [code, gap(size / 2)] : []),
					...textParts(slip.slipCode, { font: regular, size: size * 1.2 }, column, 'centre'),
				],
				footer: slip.orderNumber,
			},
		];
	});
