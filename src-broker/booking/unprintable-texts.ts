// Finds texts of a shipment request that cannot be printed on its documents. Pure.
import type { FieldError } from '../../src-contract/errors';
import type { ShipmentRequest } from '../../src-contract/partner-api';
import type { Fonts } from '../../src-pdf/fonts';
import { printableText } from './printable-text';

const PRINTED_SCRIPTS =
	'Latin, Greek, Cyrillic, Chinese, Japanese, Korean, Arabic, Hebrew, Thai, Devanagari, Georgian or Armenian script';

/** A field error for each text that has no visible character, or that has a character for which there is no font. */
export function unprintableTextErrors(fonts: Fonts, request: ShipmentRequest): FieldError[] {
	const texts = new Map<string, string | undefined>([['reference', request.reference]]);
	for (const side of ['pickupAddress', 'destinationAddress'] as const) {
		for (const [field, value] of Object.entries(request[side]))
			if (typeof value === 'string') texts.set(`${side}.${field}`, value);
	}
	for (const [index, item] of request.contentItems.entries())
		texts.set(`contentItems.${index}.description`, item.description);
	return [...texts].flatMap(([path, text]) => {
		const message = text && unprintableReason(fonts, text);
		return message ? [{ path, code: 'not_printable', message }] : [];
	});
}

/** Why a text cannot be printed, or undefined if it can. */
function unprintableReason(fonts: Fonts, text: string): string | undefined {
	const printed = printableText(text);
	if (printed.trim() === '' && text.trim() !== '') return 'has only characters that are not visible';
	const character = fonts.firstUnprintable(printed);
	return character && `the character "${character}" cannot be printed on a label; use ${PRINTED_SCRIPTS}`;
}
