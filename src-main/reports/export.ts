// Export of a report as CSV.

import { t } from '../../src-contract/i18n';
import { REPORT_GROUPS, type Report, type ReportGroup } from '../../src-contract/model/report';
import { withoutBidiControls } from '../../src-contract/rules/bidi';
import { writeFileAtomically } from '../platform/atomic-write';
import { toSeparated } from '../platform/tabular/tables';

/**
 * Writes a line for each day, then one for each carrier, each country and each product. Prices are in EUR, with a dot as the
 * decimal separator.
 */
export function exportReport({ linesByGroup, range }: Report, file: string): void {
	const groupNames: Record<ReportGroup, string> = {
		day: t('Day'),
		carrier: t('Carrier'),
		country: t('Country'),
		product: t('Product'),
	};
	const titles = [
		t('From##day'),
		t('To##day'),
		t('By##carrier, country, day or product'),
		t('Name'),
		t('Shipments'),
		t('Pieces'),
		t('Weight (kg)'),
		t('Spend (EUR)'),
		t('Without price'),
		t('EUR per kg'),
		t('Estimated duties and taxes (EUR)'),
		t('Booked minus chosen price (EUR)'),
	];
	const rows = REPORT_GROUPS.flatMap((group) =>
		linesByGroup[group].map((line) => [
			range.from,
			range.until,
			groupNames[group],
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
	writeFileAtomically(file, toSeparated([titles, ...rows]));
}
