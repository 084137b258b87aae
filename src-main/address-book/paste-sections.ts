// Leaves the text of one address: of a mail without the paragraphs that are sentences, of a form without the addresses of the sender and
// the payer. Pure.
import table from '../../resources/places/address-words.json';
import { foldLabel, labelOf, wordsOf } from './paste-labels';
import { hasStreetWord, isCompany } from './paste-words';

const recipientHeadings = wordsOf(table.sections.recipient);
const otherHeadings = wordsOf(table.sections.other);

/** Headings that are also words of an address or of a price: they count only with a colon. */
const headingsWithColon = wordsOf(table.sections.withColon);

/** Whose address a heading announces. Others are the sender, the payer, and the seat or the post box of the recipient. */
type Section = 'recipient' | 'other';
interface Heading {
	section: Section;
	/** The text behind the heading in the same line. */
	value: string;
}

const PHONE = /^[+(]?\d[\d\s()./-]{6,}$/;
function headingOf(line: string): Heading | undefined {
	const [, title, value = ''] = /^\s*([^:：]{2,50}?)\s*[:：]\s*(.*)$/u.exec(line) ?? [];
	const words = foldLabel((title ?? line).replace(/\([^()]*\)/g, ''));
	// "Office: 020 7946 0958"
	if ((title === undefined && headingsWithColon.has(words)) || PHONE.test(value)) return undefined;
	if (recipientHeadings.has(words)) return { section: 'recipient', value };
	return otherHeadings.has(words) ? { section: 'other', value } : undefined;
}

/** Whether a line has a street with a number, or a postcode. */
function isOfAddress(line: string): boolean {
	const field = labelOf(line)?.field;
	if (PHONE.test(line) || field === 'phone' || field === 'vatNumber' || field === 'ignored') return false;
	return (
		(/\d/.test(line) && hasStreetWord(line)) ||
		/(?<![\d.,])\d{4,6}(?![\d.,])|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}/.test(line)
	);
}

/**
 * The lines without the addresses of the sender and the payer, if the address of the recipient has a heading of its own. All lines if
 * no address would be left: "Delivery address: as above".
 */
function withoutOtherSections(lines: readonly string[]): readonly string[] {
	const headings = lines.map(headingOf);
	const has = (wanted: Section) => headings.some((heading) => heading?.section === wanted);
	if (!has('recipient') || !has('other')) return lines;
	const kept: string[] = [];
	let isOther = false;
	let hasContent = false;
	for (const [index, line] of lines.entries()) {
		const heading = headings[index];
		if (heading) {
			const { section, value } = heading;
			// A whole address in the line of its heading ends with the line. A name is the first line of its address.
			isOther = section === 'other' && !/\d/.test(value);
			hasContent = value !== '';
			// "Recipient: Jane Sample" names the field of the line, too.
			if (section === 'recipient' && value !== '') kept.push(/\d/.test(value) ? value : line);
		} else if (line.trim() === '') isOther &&= !hasContent;
		else if (isOther) hasContent = true;
		else kept.push(line);
	}
	return kept.some(isOfAddress) ? kept : lines;
}

const MIN_WORDS_OF_SENTENCE = 5;
/** Whether the lines between two blank lines are sentences, not an address: they end like one, and most words are in lower case. */
function areSentences(paragraph: readonly string[]): boolean {
	const text = paragraph.join(' ').trim();
	if (/\d{4}|(?:\d[\s./-]?){7}|\S@\S/.test(text) || !/[.!?:…)]$/u.test(text)) return false;
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
	const kept = paragraphs.filter((paragraph) => paragraph.length > 0 && !areSentences(paragraph));
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
		// A tab separates cells, of which the first or the last may be empty.
		.replace(/^[ \n]+|[ \n]+$/g, '');

/** @param text at most about a page @returns the text of the recipient's address */
export const recipientText = (text: string): string =>
	withoutOtherSections(withoutProse(text.split(/\r?\n/).map(withoutMarks))).join('\n');
