// A report as a table for other programs.

import { say } from '../../src-contract/i18n';
import { REPORT_GROUPS, type Report, type ReportGroup } from '../../src-contract/model/report';
import { withoutBidiControls } from '../../src-contract/rules/bidi';
import { writeWhole } from '../platform/atomic-write';
import { toSeparated } from '../platform/tabular/tables';

/** Writes a line each of every group, for other programs. */
export function exportReport({ lines, range }: Report, file: string): void {
	const groups: Record<ReportGroup, string> = {
		day: say('Day'),
		carrier: say('Carrier'),
		country: say('Country'),
		product: say('Product'),
	};
	const titles = [
		say('From##day'),
		say('Until##day'),
		say('By##carrier, country, day or product'),
		say('Name'),
		say('Shipments'),
		say('Pieces'),
		say('Weight (kg)'),
		say('Spend (EUR)'),
		say('Without a known price'),
		say('EUR per kg'),
		say('Duties and taxes, estimated (EUR)'),
		say('Price difference (EUR)'),
	];
	const rows = REPORT_GROUPS.flatMap((group) =>
		lines[group].map((line) => [
			range.from,
			range.until,
			groups[group],
			withoutBidiControls(line.name),
			String(line.shipments),
			String(line.pieces),
			String(line.weightKg),
			line.spendEur.toFixed(2),
			String(line.unpriced),
			line.perKgEur?.toFixed(2) ?? '',
			line.estimates === 0 ? '' : line.dutiesEur.toFixed(2),
			line.differenceEur.toFixed(2),
		]),
	);
	writeWhole(file, toSeparated([titles, ...rows]));
}
