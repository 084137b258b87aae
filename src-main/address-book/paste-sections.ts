// Leaves the text of one address: of a mail without the paragraphs that are sentences, of a form without the addresses of the sender and
// the payer. Pure.
import table from '../../resources/places/address-words.json';
import { foldLabel, wordsOf } from './paste-labels';
import { hasStreetWord, isCompany } from './paste-words';

const recipientHeadings = wordsOf(table.sections.recipient);
const otherHeadings = wordsOf(table.sections.other);

/** Whose address a heading announces. Others are the sender, the payer, and the seat or the post box of the recipient. */
type Section = 'recipient' | 'other';
interface Heading {
	section: Section;
	/** The text behind the heading in the same line. */
	value: string;
}

const PHONE = /^[+(]?\d[\d\s()./-]{6,}$/;
function headingOf(line: string): Heading | undefined {
	const [, title = line, value = ''] = /^\s*([^:：]{2,50}?)\s*[:：]\s*(.*)$/u.exec(line) ?? [];
	const words = foldLabel(title.replace(/\([^()]*\)/g, ''));
	if (recipientHeadings.has(words)) return { section: 'recipient', value };
	// "Office: 020 7946 0958"
	return otherHeadings.has(words) && !PHONE.test(value) ? { section: 'other', value } : undefined;
}

/** "Delivery address: same" */
const DITTO = /^(?:dito|ditto|idem|same|s\.\s?o\.|wie oben|see above)\b/i;

/** The lines without the addresses of the sender and the payer, if the address of the recipient has a heading of its own. */
function withoutOtherSections(lines: readonly string[]): readonly string[] {
	const headings = lines.map(headingOf);
	const has = (wanted: Section) => headings.some((heading) => heading?.section === wanted);
	const isSame = headings.some((heading) => heading?.section === 'recipient' && DITTO.test(heading.value));
	if (!has('recipient') || !has('other') || isSame) return lines;
	const kept: string[] = [];
	let isOther = false;
	for (const [index, line] of lines.entries()) {
		const heading = headings[index];
		if (heading) {
			// An address in the line of its heading ends with the line: phone and tax numbers follow.
			isOther = heading.section === 'other' && heading.value === '';
			// "Recipient: Jane Sample" names the field of the line, too.
			if (heading.section === 'recipient' && heading.value !== '')
				kept.push(/\d/.test(heading.value) ? heading.value : line);
		} else if (line.trim() === '') isOther = false;
		else if (!isOther) kept.push(line);
	}
	return kept;
}

const MIN_WORDS_OF_SENTENCE = 5;
/** Whether the lines between two blank lines are sentences, not an address: they end like one, and most words are in lower case. */
function isProse(paragraph: readonly string[]): boolean {
	const text = paragraph.join(' ').trim();
	if (/\d{4}|\S@\S/.test(text) || !/[.!?:…)]$/u.test(text)) return false;
	const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word));
	const lower = words.filter((word) => /^\p{Ll}/u.test(word));
	const hasAddress = paragraph.some((line) => (hasStreetWord(line) && /\d/.test(line)) || isCompany(line));
	return words.length >= MIN_WORDS_OF_SENTENCE && lower.length * 2 > words.length && !hasAddress;
}
function withoutProse(lines: readonly string[]): readonly string[] {
	const paragraphs: string[][] = [[]];
	for (const line of lines)
		if (line.trim() === '') paragraphs.push([]);
		else paragraphs.at(-1)?.push(line);
	const kept = paragraphs.filter((paragraph) => paragraph.length > 0 && !isProse(paragraph));
	return kept.some((paragraph) => /\d/.test(paragraph.join('')))
		? kept.flatMap((each) => ['', ...each]).slice(1)
		: lines;
}

/** A line that only separates: "━━━━", "***", "-- ". Marks for bold text of chats: "*Jane Sample*". */
const withoutMarks = (line: string): string =>
	line
		.replace(/^(?:\s*>)+\s?/, '')
		.replace(/^[\s*_=~━─—–•·.-]+$/u, '')
		.replace(/^(\s*)([*_]{1,3})(\S.*\S)\2$/u, '$1$3')
		.replace(/\s*\*{2,}\s*/g, '\n')
		.trim();

/** @param text at most about a page @returns the text of the recipient's address */
export const recipientText = (text: string): string =>
	withoutOtherSections(withoutProse(text.split(/\r?\n/).map(withoutMarks))).join('\n');
