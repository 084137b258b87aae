// Text of a partner service, such as the name of a carrier, may hold characters that set the direction of the text around it. Pure.
// Screens isolate such a text with <bdi>; these functions are for plain text.

/** Embeddings, overrides, isolates and direction marks. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

export const withoutBidiControls = (text: string): string => text.replace(BIDI_CONTROLS, '');

/** For a text within a sentence of plain text: the sentence keeps its order. A text without right-to-left letters is left plain. */
export function isolated(text: string): string {
	const plain = withoutBidiControls(text);
	return RIGHT_TO_LEFT.test(plain) ? FIRST_STRONG_ISOLATE + plain + POP_ISOLATE : plain;
}
