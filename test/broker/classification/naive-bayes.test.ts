// Scores by the words of small texts.
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import type { WordRole } from '../../../src-broker/classification/goods-words';
import {
	type CountedText,
	createNaiveBayes,
	MIN_SCORE,
	NAIVE_BAYES,
	storeWordCounts,
} from '../../../src-broker/classification/naive-bayes';
import { CREATE_ARRAYS, createVocabulary } from '../../../src-broker/classification/stored-arrays';

/** @param name whose last word is the head noun */
const text = (name: string, ...codes: [string, number][]): CountedText => {
	const stems = name.split(' ');
	return { stems, head: stems.at(-1), codes };
};

const TEXTS = [
	text('wool hat', ['650500', 1]),
	text('felt hat', ['650400', 1]),
	text('straw hat', ['650400', 0.9], ['950300', 0.1]),
	text('hat box', ['481910', 1]),
	text('gift box', ['481910', 1]),
	text('wool yarn', ['510910', 1]),
	text('7 yarn', ['510910', 1]),
];

describe('naive Bayes over the words of goods', () => {
	const database = new DatabaseSync(':memory:');
	database.exec(CREATE_ARRAYS);
	const vocabulary = createVocabulary([...new Set(TEXTS.flatMap(({ stems }) => stems))].sort());
	storeWordCounts(database, TEXTS, vocabulary);
	const { score, headShare, isWordOf } = createNaiveBayes(database, vocabulary, NAIVE_BAYES);
	afterAll(() => database.close());
	const scores = (...words: [stem: string, role: WordRole][]) => score(words.map(([stem, role]) => ({ stem, role })));
	const codes = (...words: [stem: string, role: WordRole][]) =>
		[...scores(...words)].sort(([, a], [, b]) => b - a).map(([code]) => code);

	it('combines words that no text contains together', () => {
		expect(codes(['straw', 'modifier'], ['yarn', 'head'])[0]).toBe('510910');
		expect(codes(['wool', 'modifier'], ['felt', 'modifier'], ['hat', 'head'])[0]).toBe('650400');
	});

	it('counts a head noun before the same word in another position', () => {
		expect(codes(['hat', 'head'])[0]).toBe('650400');
		expect(codes(['hat', 'modifier'], ['box', 'head'])[0]).toBe('481910');
	});

	it('gives the best code a score of 0, and every other code a lower one above the minimum', () => {
		const found = scores(['wool', 'modifier'], ['hat', 'head']);
		expect(found.get('650500')).toBe(0);
		for (const [code, value] of found) if (code !== '650500') expect(value, code).toBeLessThan(0);
		expect(Math.min(...found.values())).toBeGreaterThan(MIN_SCORE);
	});

	it('counts a text for each of its codes by their probability', () => {
		const found = scores(['straw', 'modifier']);
		expect(found.get('650400')).toBe(0);
		expect(found.get('950300')).toBeLessThan(0);
	});

	it('ignores numbers and unknown words', () => {
		expect(scores(['7', 'modifier'], ['gearbox', 'head']).size).toBe(0);
	});

	it('scores the same words in the same way every time', () => {
		const first = scores(['wool', 'modifier'], ['hat', 'head']);
		scores(['gift', 'modifier'], ['box', 'head']);
		expect(scores(['wool', 'modifier'], ['hat', 'head'])).toEqual(first);
	});

	it('knows how often a word is the head noun', () => {
		expect(headShare('hat')).toBeCloseTo(0.75);
		expect(headShare('wool')).toBe(0);
		expect(headShare('gearbox')).toBe(0);
	});

	it('knows the words of a code', () => {
		expect(isWordOf('hat', '650500')).toBe(true);
		expect(isWordOf('felt', '650500')).toBe(false);
		expect(isWordOf('gearbox', '650500')).toBe(false);
	});
});
