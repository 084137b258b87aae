// Text of a partner service, such as a carrier's name, may contain characters that change the direction of surrounding text.
// Screens isolate such text with <bdi>; these functions do the same for plain text.

/** Characters that control the text direction: embeddings, overrides, isolates and direction marks. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** Removes direction controls. */
export const withoutBidiControls = (text: string): string => text.replace(BIDI_CONTROLS, '');

/** Isolates a text that is inserted into a sentence. Text without right-to-left characters gets no isolate characters. */
export function isolateBidi(text: string): string {
	const plain = withoutBidiControls(text);
	return RIGHT_TO_LEFT.test(plain) ? FIRST_STRONG_ISOLATE + plain + POP_ISOLATE : plain;
}
