// Which document goes to which printer: the first row of the table that fits decides.
import * as z from 'zod';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { documentKindSchema, type PrintableKind, type PrintRule } from '../../src-contract/model/print';
import type { Database } from '../platform/database';
import type { Printers } from './printers';

const routeRows = z.array(
	z.object({
		kind: documentKindSchema.nullable(),
		carrier: z.string().nullable(),
		destination: z.string().nullable(),
		printerId: z.string(),
		automatic: z.number(),
	}),
);

export interface Routed {
	kind: PrintableKind;
	carrier: string;
	destination: string;
	/** Which printer a recipient's labels go to, whatever the rules say; empty: as they say. */
	labelPrinterId?: string;
}

/** Pure. A rule's carrier is compared without regard to capitals. */
export function routeFor(routes: readonly PrintRule[], { kind, carrier, destination }: Routed): PrintRule | undefined {
	return routes.find(
		(route) =>
			(route.kind === null || route.kind === kind) &&
			(route.carrier === null || route.carrier.toLowerCase() === carrier.toLowerCase()) &&
			(route.destination === null || route.destination === destination),
	);
}

export function createRouting(database: Database, printers: Pick<Printers, 'all'>, first: readonly PrintRule[]) {
	if (!database.get('SELECT 1 FROM route LIMIT 1')) write(first);

	function write(routes: readonly PrintRule[]): void {
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
		routeRows
			.parse(
				database.all('SELECT kind, carrier, destination, printer_id AS printerId, automatic FROM route ORDER BY id'),
			)
			.map((route) => ({ ...route, automatic: route.automatic === 1 }));

	return {
		read,

		/** @throws `input.invalid` when a document might find no printer */
		save(routes: readonly PrintRule[]): PrintRule[] {
			const last = routes.at(-1);
			if (!last || last.kind !== null || last.carrier !== null || last.destination !== null) {
				throw new AppError(
					'input.invalid',
					t('The last rule must fit every document, so that each finds a printer. Nothing was changed.'),
				);
			}
			const known = new Set(printers.all().map(({ id }) => id));
			if (routes.some(({ printerId }) => !known.has(printerId))) {
				throw new AppError(
					'input.invalid',
					t('A rule names a printer that is no longer set up. Choose another for it. Nothing was changed.'),
				);
			}
			write(routes);
			return read();
		},

		find(document: Routed): PrintRule {
			const route = routeFor(read(), document);
			if (!route) throw new Error('the last rule does not fit every document');
			if (document.kind !== 'label') return route;
			const chosen = printers.all().find(({ id }) => id === document.labelPrinterId);
			return chosen ? { ...route, printerId: chosen.id } : route;
		},
	};
}
export type Routing = ReturnType<typeof createRouting>;
