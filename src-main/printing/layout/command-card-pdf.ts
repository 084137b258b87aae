// Draws the command card of the packing desk: each command of Pack with its bar code. Lengths are in points.
import { t } from '../../../src-contract/i18n';
import { keysOf } from '../../../src-contract/lib/keys';
import { PACK_COMMANDS, type PackCommand, packCommandText } from '../../../src-contract/model/packing';
import type { PrinterProfile } from '../../../src-contract/model/print';
import { type Fonts, sizeToFit } from '../../../src-pdf/fonts';
import {
	below,
	beside,
	codePart,
	drawPaper,
	gap,
	LARGE_MODULES_MM,
	oppositeParts,
	type Paper,
	type Part,
	rule,
	textParts,
} from './paper';

const CODE_HEIGHT_MM = 22;
const NARROW_CODE_HEIGHT_MM = 11;
/** Share of the width that the names of the commands take on wide paper. */
const NAME_SHARE = 0.42;

/** On wide paper, the name is beside the code; on narrow paper, above it. A command is never divided between two pages. */
function commandPart(command: PackCommand, { regular, bold, size, column, isWide }: Paper): Part {
	const name = packCommandText(command);
	const code = PACK_COMMANDS[command];
	const letterStyle = { font: regular, size };
	if (!isWide) {
		const bars = codePart(code, column, { modulesMm: LARGE_MODULES_MM, heightMm: NARROW_CODE_HEIGHT_MM });
		return below([
			...oppositeParts([name, { font: bold, size: size * 1.2 }], [code, { ...letterStyle, size: size * 0.9 }], column),
			...(bars ? [gap(size / 4), bars] : []),
		]);
	}
	const nameWidth = column.width * NAME_SHARE;
	const right = { left: column.left + nameWidth + size, width: column.width - nameWidth - size };
	const bars = codePart(code, right, { modulesMm: LARGE_MODULES_MM, heightMm: CODE_HEIGHT_MM });
	const nameStyle = { font: bold, size: size * 1.8 };
	return beside([
		below([gap(size), ...textParts(name, nameStyle, { ...column, width: nameWidth })]),
		below([...(bars ? [bars] : []), gap(size / 4), ...textParts(code, letterStyle, right, 'centre')]),
	]);
}

export const drawCommandCard = (
	printer: Pick<PrinterProfile, 'stock' | 'ownStock'>,
	fonts: Fonts,
): Promise<Uint8Array> =>
	drawPaper(printer, fonts, [], (paper) => {
		const { bold, size, column } = paper;
		const title = t('Command card');
		const titleStyle = { font: bold, size: sizeToFit(bold, title, column.width, size * 1.5, size) };
		const commands = keysOf(PACK_COMMANDS).map((command) => commandPart(command, paper));
		return [
			{
				parts: [
					...textParts(title, titleStyle, column),
					...commands.flatMap((command) => [rule(column, size), command]),
				],
				footer: title,
			},
		];
	});
