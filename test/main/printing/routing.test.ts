// Print routing: which printer a document goes to, and which rule tables can be saved.
import { describe, expect, it } from 'vitest';
import type { PrintRule } from '../../../src-contract/model/print';
import { createRouting, findMatchingRule } from '../../../src-main/printing/routing';
import { folderPrinter, newFolder, openDesk } from '../../fixtures/desk';

const anyDocument: PrintRule = { kind: null, carrier: null, destination: null, printerId: 'office', automatic: true };
const label = { kind: 'label', carrier: 'DHL', destination: 'DE' } as const;
const papers = { ...label, kind: 'papers' } as const;

/** Printers `thermal` and `office`, with one rule that sends every document to `office`. */
function openRouting(routes: readonly PrintRule[] = [anyDocument]) {
	const folder = newFolder();
	const thermal = folderPrinter(folder, { id: 'thermal' });
	const office = folderPrinter(folder, { id: 'office', stock: 'A4' });
	return openDesk({ printers: [thermal, office], routes });
}

describe('the rule for a document', () => {
	const rule = (changes: Partial<PrintRule>): PrintRule => ({ ...anyDocument, printerId: 'thermal', ...changes });

	it('is the first one that matches', () => {
		const table = [rule({ kind: 'label' }), rule({ carrier: 'DHL' }), anyDocument];
		expect(findMatchingRule(table, label)).toBe(table[0]);
		expect(findMatchingRule(table, papers)).toBe(table[1]);
		expect(findMatchingRule(table, { ...papers, carrier: 'UPS' })).toBe(table[2]);
	});

	it.each<[string, Partial<PrintRule>, boolean]>([
		['without conditions matches', {}, true],
		['for its kind matches', { kind: 'label' }, true],
		['for another kind does not match', { kind: 'papers' }, false],
		['for its carrier matches', { carrier: 'DHL' }, true],
		['for its carrier in lower case matches', { carrier: 'dhl' }, true],
		['for another carrier does not match', { carrier: 'UPS' }, false],
		['for its destination matches', { destination: 'DE' }, true],
		['for another destination does not match', { destination: 'NL' }, false],
		['for its kind, carrier and destination matches', { kind: 'label', carrier: 'DHL', destination: 'DE' }, true],
		['does not match when only the destination differs', { kind: 'label', carrier: 'DHL', destination: 'NL' }, false],
		['does not match when only the carrier differs', { kind: 'label', carrier: 'UPS', destination: 'DE' }, false],
		['does not match when only the kind differs', { kind: 'papers', carrier: 'DHL', destination: 'DE' }, false],
	])('%s', (_name, changes, isMatch) => {
		const table = [rule(changes)];
		expect(findMatchingRule(table, label)).toBe(isMatch ? table[0] : undefined);
	});

	it('ignores upper and lower case of the carrier', () => {
		const table = [rule({ carrier: 'PostNL' })];
		expect(findMatchingRule(table, { ...label, carrier: 'POSTNL' })).toBe(table[0]);
	});
});

describe('the saved rules', () => {
	const table: PrintRule[] = [
		{ kind: 'label', carrier: 'DHL', destination: 'DE', printerId: 'thermal', automatic: false },
		{ kind: 'papers', carrier: null, destination: 'GB', printerId: 'office', automatic: true },
		{ kind: null, carrier: null, destination: null, printerId: 'office', automatic: false },
	];

	it('are the default rules on a new station', () => {
		expect(openRouting(table).routing.read()).toEqual(table);
	});

	it('replace the previous rules, in order', () => {
		const { routing } = openRouting();
		expect(routing.save(table)).toEqual(table);
		expect(routing.read()).toEqual(table);
		expect(routing.save([anyDocument])).toEqual([anyDocument]);
		expect(routing.read()).toEqual([anyDocument]);
	});

	it('remain when the station restarts', () => {
		const { routing, database, printers } = openRouting();
		routing.save(table);
		expect(createRouting(database, printers, [anyDocument]).read()).toEqual(table);
	});

	it.each<[string, PrintRule[]]>([
		['there is none', []],
		['the last one takes labels only', [{ ...anyDocument, kind: 'label' }]],
		['the last one takes one carrier only', [{ ...anyDocument, carrier: 'DHL' }]],
		['the last one takes one destination only', [{ ...anyDocument, destination: 'DE' }]],
		['the rule for everything is not the last', [anyDocument, { ...anyDocument, kind: 'papers' }]],
	])('are rejected when %s: a document might have no printer', (_name, routes) => {
		const { routing } = openRouting(table);
		expect(() => routing.save(routes)).toThrow(
			expect.objectContaining({
				code: 'input.invalid',
				message: expect.stringMatching(/^The last rule must match every document/),
			}),
		);
		expect(routing.read()).toEqual(table);
	});

	it('are rejected when a rule names an unknown printer', () => {
		const { routing } = openRouting(table);
		expect(() => routing.save([{ ...anyDocument, kind: 'label', printerId: 'sold' }, anyDocument])).toThrow(
			expect.objectContaining({
				code: 'input.invalid',
				message: expect.stringMatching(/^A rule uses a printer that is no longer set up/),
			}),
		);
		expect(routing.read()).toEqual(table);
	});
});

describe('the printer of a document', () => {
	it('is the printer of the rule', () => {
		const { routing } = openRouting([{ ...anyDocument, kind: 'label', printerId: 'thermal' }, anyDocument]);
		expect(routing.findRule(label).printerId).toBe('thermal');
		expect(routing.findRule(papers).printerId).toBe('office');
	});

	it('is the printer of the recipient, for labels only', () => {
		const { routing } = openRouting([{ ...anyDocument, automatic: false }]);
		const forRecipient = { labelPrinterId: 'thermal' };
		expect(routing.findRule({ ...label, ...forRecipient })).toEqual({
			...anyDocument,
			automatic: false,
			printerId: 'thermal',
		});
		expect(routing.findRule({ ...papers, ...forRecipient }).printerId).toBe('office');
	});

	it.each(['', 'sold'])(
		'is the printer of the rule when the recipient has the unknown printer "%s"',
		(labelPrinterId) => {
			const { routing } = openRouting();
			expect(routing.findRule({ ...label, labelPrinterId }).printerId).toBe('office');
		},
	);
});
