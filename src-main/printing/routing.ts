// Chooses the printer of a document: the first rule that matches decides.
import * as z from 'zod';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { documentKindSchema, type PrintableKind, type PrintRule } from '../../src-contract/model/print';
import type { Database } from '../platform/database';
import type { Printers } from './printers';

const ruleRows = z.array(
	z.object({
		kind: documentKindSchema.nullable(),
		carrier: z.string().nullable(),
		destination: z.string().nullable(),
		printerId: z.string(),
		automatic: z.number(),
	}),
);

export interface DocumentToPrint {
	kind: PrintableKind;
	carrier: string;
	destination: string;
	/** Printer chosen for the recipient's labels, which overrides the rules. Empty: the rules decide. */
	labelPrinterId?: string;
}

/** The first matching rule, or undefined. Carrier names are compared case-insensitively. Pure. */
export function findMatchingRule(
	routes: readonly PrintRule[],
	{ kind, carrier, destination }: DocumentToPrint,
): PrintRule | undefined {
	return routes.find(
		(route) =>
			(route.kind === null || route.kind === kind) &&
			(route.carrier === null || route.carrier.toLowerCase() === carrier.toLowerCase()) &&
			(route.destination === null || route.destination === destination),
	);
}

/** @param initialRules rules stored when the desk has none yet */
export function createRouting(database: Database, printers: Pick<Printers, 'all'>, initialRules: readonly PrintRule[]) {
	if (!database.get('SELECT 1 FROM route LIMIT 1')) replaceRules(initialRules);

	function replaceRules(routes: readonly PrintRule[]): void {
		database.transaction(() => {
			database.run('DELETE FROM route');
			for (const { kind, carrier, destination, printerId, automatic } of routes)
				database.run(
					'INSERT INTO route (kind, carrier, destination, printer_id, automatic) VALUES (?, ?, ?, ?, ?)',
					kind,
					carrier,
					destination,
					printerId,
					automatic ? 1 : 0,
				);
		});
	}

	const read = (): PrintRule[] =>
		ruleRows
			.parse(
				database.all('SELECT kind, carrier, destination, printer_id AS printerId, automatic FROM route ORDER BY id'),
			)
			.map((route) => ({ ...route, automatic: route.automatic === 1 }));

	return {
		read,

		/** Replaces all rules. @throws `input.invalid` when the last rule does not match every document, or a printer is unknown */
		save(routes: readonly PrintRule[]): PrintRule[] {
			const last = routes.at(-1);
			if (!last || last.kind !== null || last.carrier !== null || last.destination !== null) {
				throw new AppError('input.invalid', t('The last rule must match every document. Nothing was changed.'));
			}
			const known = new Set(printers.all().map(({ id }) => id));
			if (routes.some(({ printerId }) => !known.has(printerId))) {
				throw new AppError(
					'input.invalid',
					t('A rule uses a printer that is no longer set up. Choose another printer for it. Nothing was changed.'),
				);
			}
			replaceRules(routes);
			return read();
		},

		/** The rule of a document. For labels, a printer chosen for the recipient overrides the printer of the rule. */
		find(document: DocumentToPrint): PrintRule {
			const route = findMatchingRule(read(), document);
			if (!route) throw new Error('no routing rule matches the document');
			if (document.kind !== 'label') return route;
			const chosen = printers.all().find(({ id }) => id === document.labelPrinterId);
			return chosen ? { ...route, printerId: chosen.id } : route;
		},
	};
}
export type Routing = ReturnType<typeof createRouting>;
