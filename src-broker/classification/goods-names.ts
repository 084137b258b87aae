// The table of names that goods are called by (resources/goods-names): what people write, the code that they usually mean, and the
// fact that decides when they mean another.
import * as z from 'zod';
import { GOODS_FACTS } from '../../src-contract/model/goods';
import { readTable } from '../platform/table';
import { readDescription, stemOf } from './goods-words';

const hsCode = z.string().regex(/^\d{6}$/, 'must have 6 digits');

/** `plastic / acrylic = 392410; glass = 701337`: the answers to the question of a row, and the codes that they lead to. */
const choiceList = z.string().transform((text, context) =>
	text
		.split(';')
		.map((choice) => choice.trim())
		.filter(Boolean)
		.map((choice) => {
			const [, answers = '', code = ''] = /^(.+) = (\d{6})$/.exec(choice) ?? [];
			if (code === '') context.addIssue({ code: 'custom', message: `must be like "wood = 442199", not "${choice}"` });
			return { answers: answers.split('/').map((answer) => answer.trim()), code };
		}),
);

const nameRow = z.object({
	/** What people call the goods, separated by semicolons. */
	names: z
		.string()
		.transform((text) =>
			text
				.split(';')
				.map((name) => name.trim())
				.filter(Boolean),
		)
		.refine((names) => names.length > 0, 'is empty'),
	/** The code that is right most often when nothing else is said. */
	code: hsCode,
	/** How often it is right then, in percent; estimated by the writer of the row. */
	certainty: z
		.string()
		.regex(/^[1-9]\d?$/, 'must be 1 to 99')
		.transform(Number),
	/** The fact that decides between the codes; empty when none does. */
	question: z.enum([...GOODS_FACTS, '']),
	choices: choiceList,
});
export type NameRow = z.infer<typeof nameRow>;

/** @throws Error for the first invalid row, with the file, the line and the reason */
export function parseNameRows(file: string, text: string, codes: ReadonlySet<string>): NameRow[] {
	const rows = readTable(file, text, nameRow);
	for (const row of rows)
		for (const code of [row.code, ...row.choices.map((choice) => choice.code)])
			if (!codes.has(code)) throw new Error(`${file}: ${code} of "${row.names[0]}" is not in codes.csv`);
	return rows;
}

/** Probability of each code of a row: the certainty for the first code, an equal share of the rest for each of the others. */
export function spreadCertainty(first: string, certainty: number, codes: Iterable<string>): Map<string, number> {
	const others = new Set(codes);
	others.delete(first);
	const probabilities = new Map([[first, certainty]]);
	for (const code of others) probabilities.set(code, (1 - certainty) / others.size);
	return probabilities;
}

/** A row as it is stored in the index. */
export interface StoredNameRow {
	code: string;
	/** Probability of `code` when nothing else is said, 0 to 1. */
	certainty: number;
	fact: string;
	/** `answer`: the plainest words; `phrases`: the stems of all its words. */
	choices: { answer: string; phrases: string[][]; code: string }[];
}

export const toStoredRow = ({ code, certainty, question, choices }: NameRow): StoredNameRow => ({
	code,
	certainty: certainty / 100,
	fact: question,
	choices: choices.map((choice) => ({
		answer: choice.answers[0] ?? '',
		phrases: choice.answers.flatMap((answer) => {
			const stemmed = stemsOfName(answer);
			return stemmed ? [stemmed.stems] : [];
		}),
		code: choice.code,
	})),
});

/** The distinct stems of a name, and the stem of its head noun. */
export interface StemmedName {
	stems: string[];
	head: string;
}

/** @returns undefined when the name has no words but stop words */
export function stemsOfName(name: string): StemmedName | undefined {
	const { words, headNoun } = readDescription(name);
	const stems = [...new Set(words.map(({ text }) => stemOf(text)))];
	const last = stems.at(-1);
	return last === undefined ? undefined : { stems, head: headNoun === undefined ? last : stemOf(headNoun) };
}
