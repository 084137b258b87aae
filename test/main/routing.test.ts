// Print routing: which printer a document goes to, and which rule tables can be saved.
import { describe, expect, it } from 'vitest';
import type { Route } from '../../src-contract/print';
import { createRouting, routeFor } from '../../src-main/printing/routing';
import { folderPrinter, newFolder, openDesk } from '../fixtures/desk';

const anyDocument: Route = { kind: null, carrier: null, destination: null, printerId: 'office', automatic: true };
const label = { kind: 'label', carrier: 'DHL', destination: 'DE' } as const;
const papers = { ...label, kind: 'papers' } as const;

/** Printers `thermal` and `office`, with one rule that sends every document to `office`. */
function openRouting(routes: readonly Route[] = [anyDocument]) {
	const folder = newFolder();
	const thermal = folderPrinter(folder, { id: 'thermal' });
	const office = folderPrinter(folder, { id: 'office', stock: 'A4' });
	return openDesk({ printers: [thermal, office], routes });
}

describe('the rule for a document', () => {
	const rule = (changes: Partial<Route>): Route => ({ ...anyDocument, printerId: 'thermal', ...changes });

	it('is the first one that fits', () => {
		const table = [rule({ kind: 'label' }), rule({ carrier: 'DHL' }), anyDocument];
		expect(routeFor(table, label)).toBe(table[0]);
		expect(routeFor(table, papers)).toBe(table[1]);
		expect(routeFor(table, { ...papers, carrier: 'UPS' })).toBe(table[2]);
	});

	it.each<[string, Partial<Route>, boolean]>([
		['every document, when it names nothing', {}, true],
		['its own kind', { kind: 'label' }, true],
		['no other kind', { kind: 'papers' }, false],
		['its own carrier', { carrier: 'DHL' }, true],
		['its own carrier in lower case', { carrier: 'dhl' }, true],
		['no other carrier', { carrier: 'UPS' }, false],
		['its own destination', { destination: 'DE' }, true],
		['no other destination', { destination: 'NL' }, false],
		['kind, carrier and destination together', { kind: 'label', carrier: 'DHL', destination: 'DE' }, true],
		['not when only the destination differs', { kind: 'label', carrier: 'DHL', destination: 'NL' }, false],
		['not when only the carrier differs', { kind: 'label', carrier: 'UPS', destination: 'DE' }, false],
		['not when only the kind differs', { kind: 'papers', carrier: 'DHL', destination: 'DE' }, false],
	])('fits %s', (_name, changes, fits) => {
		const table = [rule(changes)];
		expect(routeFor(table, label)).toBe(fits ? table[0] : undefined);
	});

	it('ignores the capitals that a carrier writes its own name in', () => {
		const table = [rule({ carrier: 'PostNL' })];
		expect(routeFor(table, { ...label, carrier: 'POSTNL' })).toBe(table[0]);
	});
});

describe('the saved rules', () => {
	const table: Route[] = [
		{ kind: 'label', carrier: 'DHL', destination: 'DE', printerId: 'thermal', automatic: false },
		{ kind: 'papers', carrier: null, destination: 'GB', printerId: 'office', automatic: true },
		{ kind: null, carrier: null, destination: null, printerId: 'office', automatic: false },
	];

	it('are the first ones of a new station until others are saved', () => {
		expect(openRouting(table).routing.read()).toEqual(table);
	});

	it('replace those that were saved before, in their order', () => {
		const { routing } = openRouting();
		expect(routing.save(table)).toEqual(table);
		expect(routing.read()).toEqual(table);
		expect(routing.save([anyDocument])).toEqual([anyDocument]);
		expect(routing.read()).toEqual([anyDocument]);
	});

	it('stay as they are when the station starts again', () => {
		const { routing, database, printers } = openRouting();
		routing.save(table);
		expect(createRouting(database, printers, [anyDocument]).read()).toEqual(table);
	});

	it.each<[string, Route[]]>([
		['there is none', []],
		['the last one takes labels only', [{ ...anyDocument, kind: 'label' }]],
		['the last one takes one carrier only', [{ ...anyDocument, carrier: 'DHL' }]],
		['the last one takes one destination only', [{ ...anyDocument, destination: 'DE' }]],
		['the rule for everything is not the last', [anyDocument, { ...anyDocument, kind: 'papers' }]],
	])('are refused when %s: a document could be left without a printer', (_name, routes) => {
		const { routing } = openRouting(table);
		expect(() => routing.save(routes)).toThrow(
			expect.objectContaining({
				code: 'input.invalid',
				message: expect.stringMatching(/^The last rule must fit every document/),
			}),
		);
		expect(routing.read()).toEqual(table);
	});

	it('are refused when one of them names a printer that is not set up', () => {
		const { routing } = openRouting(table);
		expect(() => routing.save([{ ...anyDocument, kind: 'label', printerId: 'sold' }, anyDocument])).toThrow(
			expect.objectContaining({
				code: 'input.invalid',
				message: expect.stringMatching(/^A rule names a printer that is no longer set up/),
			}),
		);
		expect(routing.read()).toEqual(table);
	});
});

describe('the printer of a document', () => {
	it('is that of the rule', () => {
		const { routing } = openRouting([{ ...anyDocument, kind: 'label', printerId: 'thermal' }, anyDocument]);
		expect(routing.find(label).printerId).toBe('thermal');
		expect(routing.find(papers).printerId).toBe('office');
	});

	it('is the one set for the recipient, for labels only', () => {
		const { routing } = openRouting([{ ...anyDocument, automatic: false }]);
		const forRecipient = { labelPrinterId: 'thermal' };
		expect(routing.find({ ...label, ...forRecipient })).toEqual({
			...anyDocument,
			automatic: false,
			printerId: 'thermal',
		});
		expect(routing.find({ ...papers, ...forRecipient }).printerId).toBe('office');
	});

	it.each(['', 'sold'])('is that of the rule when the recipient names the printer "%s"', (labelPrinterId) => {
		const { routing } = openRouting();
		expect(routing.find({ ...label, labelPrinterId }).printerId).toBe('office');
	});
});
