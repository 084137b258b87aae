// Draws the badge of a person: the name, and the code that signs in. Lengths are in points.
import type { PrinterProfile } from '../../../src-contract/model/print';
import { type Fonts, sizeToFit } from '../../../src-pdf/fonts';
import { codePart, drawPaper, gap, LARGE_MODULES_MM, textParts } from './paper';

export interface Badge {
	name: string;
	code: string;
}

const CODE_HEIGHT_MM = 14;
const MAX_NAME_SIZE = 28;

export const drawBadge = (
	{ name, code }: Badge,
	printer: Pick<PrinterProfile, 'stock' | 'ownStock'>,
	fonts: Fonts,
): Promise<Uint8Array> =>
	drawPaper(printer, fonts, [], ({ bold, size, column }) => {
		const nameSize = sizeToFit(bold, name, column.width, MAX_NAME_SIZE, size);
		const bars = codePart(code, column, { modulesMm: LARGE_MODULES_MM, heightMm: CODE_HEIGHT_MM });
		return [
			{
				parts: [
					...textParts(name, { font: bold, size: nameSize }, column, 'centre'),
					gap(size),
					...(bars ? [bars] : []),
				],
				footer: '',
			},
		];
	});
