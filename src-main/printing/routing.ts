// Print routing: chooses the printer of a document by the user's print rules. The first rule that matches the document decides,
// unless the user chose a printer for the labels to a recipient.
import * as z from 'zod';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { type PrintableKind, type PrintRule, printableKindSchema } from '../../src-contract/model/print';
import type { Database } from '../platform/database';
import type { Printers } from './printers';

const ruleRows = z.array(
	z.object({
		kind: printableKindSchema.nullable(),
		carrier: z.string().nullable(),
		destination: z.string().nullable(),
		printerId: z.string(),
		automatic: z.number(),
	}),
);

export interface DocumentToPrint {
	kind: PrintableKind;
	/** An empty carrier or destination matches only rules for every carrier or destination. */
	carrier: string;
	/** Country code of the recipient. */
	destination: string;
	/** Printer that the user chose for labels to this recipient. Overrides the rules; absent or empty if none was chosen. */
	labelPrinterId?: string;
}

/** The first rule that matches a document, or undefined. Ignores upper and lower case in carrier names. Pure. */
export function findMatchingRule(
	rules: readonly PrintRule[],
	{ kind, carrier, destination }: DocumentToPrint,
): PrintRule | undefined {
	return rules.find(
		(rule) =>
			(rule.kind === null || rule.kind === kind) &&
			(rule.carrier === null || rule.carrier.toLowerCase() === carrier.toLowerCase()) &&
			(rule.destination === null || rule.destination === destination),
	);
}

/** @param initialRules stored when the desk has no print rules yet */
export function createRouting(database: Database, printers: Pick<Printers, 'all'>, initialRules: readonly PrintRule[]) {
	if (!database.get('SELECT 1 FROM route LIMIT 1')) replaceRules(initialRules);

	function replaceRules(rules: readonly PrintRule[]): void {
		database.transaction(() => {
			database.run('DELETE FROM route');
			for (const { kind, carrier, destination, printerId, automatic } of rules)
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
			.map((row) => ({ ...row, automatic: row.automatic === 1 }));

	return {
		read,

		/**
		 * Replaces all rules.
		 * @throws `input.invalid` when the last rule does not match every document, or when a rule names an unknown printer
		 */
		save(rules: readonly PrintRule[]): PrintRule[] {
			const lastRule = rules.at(-1);
			if (!lastRule || lastRule.kind !== null || lastRule.carrier !== null || lastRule.destination !== null) {
				throw new AppError('input.invalid', t('The last rule must match every document. Nothing was changed.'));
			}
			const printerIds = new Set(printers.all().map(({ id }) => id));
			if (rules.some(({ printerId }) => !printerIds.has(printerId))) {
				throw new AppError(
					'input.invalid',
					t('A rule uses a printer that is no longer set up. Choose another printer for it. Nothing was changed.'),
				);
			}
			replaceRules(rules);
			return read();
		},

		/**
		 * The first rule that matches a document. For a label, the printer of the rule is replaced by `labelPrinterId`, if that
		 * printer is still set up.
		 */
		findRule(document: DocumentToPrint): PrintRule {
			const rule = findMatchingRule(read(), document);
			if (!rule) throw new Error('no print rule matches the document');
			if (document.kind !== 'label') return rule;
			const chosenPrinter = printers.all().find(({ id }) => id === document.labelPrinterId);
			return chosenPrinter ? { ...rule, printerId: chosenPrinter.id } : rule;
		},
	};
}
export type Routing = ReturnType<typeof createRouting>;
