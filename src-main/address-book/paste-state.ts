// What the parser of pasted addresses found so far.
import type { Address } from '../../src-contract/model/address';
import type { Confidence, PastedField } from '../../src-contract/model/address-check';

/** The parser's progress: the lines that remain, and the fields found so far. */
export interface ParserState {
	/** Lines that were not used for a field yet. */
	lines: string[];
	found: Map<keyof Address, PastedField>;
	/** Lines with a label of the address that are part of line 2. */
	extraLines: string[];
	/** Districts with labels, of which the first is the city of an address without another. */
	districts: string[];
}

/** Stores a field, unless it was filled before or the trimmed value is empty. @returns true if the value was stored */
export function setField({ found }: ParserState, field: keyof Address, value: string, confidence: Confidence): boolean {
	const clean = value.replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, '');
	if (clean === '' || found.has(field)) return false;
	found.set(field, { field, value: clean, confidence });
	return true;
}

/** The text as a list, which is empty for an empty text. */
export const filled = (text: string): string[] => (text === '' ? [] : [text]);
