// The table of names of goods: what its loader refuses, and how its rows are stored.
import { describe, expect, it } from 'vitest';
import { parseNameRows, stemsOfName, toStoredRow } from '../../../src-broker/classification/goods-names';

const codes = new Set(['392410', '691200']);
const parse = (row: string) => parseNameRows('names.csv', `names,code,certainty,question,choices\n${row}`, codes);

describe('the names of goods', () => {
	it('are stored with the stems of their words and answers', () => {
		const [row] = parse('mug; coffee cup,691200,40,material,ceramic / stoneware = 691200; plastic = 392410');
		expect(row && toStoredRow(row)).toEqual({
			code: '691200',
			certainty: 0.4,
			fact: 'material',
			choices: [
				{ answer: 'ceramic', phrases: [['ceram'], ['stonewar']], code: '691200' },
				{ answer: 'plastic', phrases: [['plastic']], code: '392410' },
			],
		});
	});

	it('are found with and without accents, special letters and umlauts', () => {
		expect(stemsOfName('łańcuch')).toEqual(stemsOfName('lancuch'));
		expect(stemsOfName('świeca')).toEqual(stemsOfName('swieca'));
		expect(stemsOfName('Bürste')).toEqual(stemsOfName('buerste'));
		expect(stemsOfName('Gießkanne')).toEqual(stemsOfName('giesskanne'));
	});

	it('have answers without the words that descriptions drop', () => {
		const [row] = parse('kubek,691200,40,material,z plastiku / plastikowy = 392410');
		expect(row && toStoredRow(row).choices[0]?.phrases).toEqual([['plastiku'], ['plastikowi']]);
	});

	it('have a head noun, which comes before a qualifier', () => {
		expect(stemsOfName('box for tools')).toEqual({ stems: ['box', 'tool'], head: 'box' });
		expect(stemsOfName('smycz dla psa')?.head).toBe('smycz');
		expect(stemsOfName('tool box')).toEqual({ stems: ['tool', 'box'], head: 'box' });
		expect(stemsOfName('of')).toBeUndefined();
	});

	it.each([
		['mug,691299,40,,', /691299 of "mug" is not in codes\.csv/],
		['mug,691200,40,material,plastic = 392499', /392499 of "mug" is not in codes\.csv/],
		['mug,691200,100,,', /names\.csv, line 2: certainty must be 1 to 99/],
		['mug,691200,40,size,', /names\.csv, line 2: question/],
		['mug,691200,40,material,plastic: 392410', /must be like "wood = 442199", not "plastic: 392410"/],
		[',691200,40,,', /names\.csv, line 2: names is empty/],
	])('refuse %j by file and line', (row, message) => {
		expect(() => parse(row)).toThrow(message);
	});
});
