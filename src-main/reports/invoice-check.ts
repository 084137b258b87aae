// Checks an invoice of a carrier against the bookings of this desk, and exports what to dispute.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { InvoiceCheck, InvoiceDifference, InvoiceDifferenceKind } from '../../src-contract/model/carrier-invoice';
import { withoutBidiControls } from '../../src-contract/rules/bidi';
import type { WorkerClient } from '../../src-contract/worker-rpc';
import type { DeskEventKind, StoredEvent } from '../events/event-log';
import { toOrderEvent } from '../events/event-texts';
import { writeFileAtomically } from '../platform/atomic-write';
import type { Database } from '../platform/database';
import { dateTimeText } from '../platform/date-text';
import { rethrowTimeoutAsTooLarge } from '../platform/tabular/file-too-large';
import { toSeparated } from '../platform/tabular/tables';
import { type BookingFacts, checkInvoice } from './carrier-invoice';
import type { InvoiceFileMethods } from './invoice-file-methods';

/** Events that prove what was shipped, in the dispute file. */
const EVIDENCE_KINDS: readonly DeskEventKind[] = [
	'packing.weighed',
	'packing.closed',
	'packing.labelVerified',
	'shipment.voided',
];

export interface InvoiceCheckDependencies {
	database: Database;
	files: WorkerClient<InvoiceFileMethods>;
	/** Events of the order of a shipment, or of the shipment, the newest first. */
	eventsOfShipment: (shipmentId: number) => StoredEvent[];
}

const kindText = (kind: InvoiceDifferenceKind): string =>
	({
		unknown: t('Not shipped from this desk'),
		voided: t('The shipment is void'),
		chargedTwice: t('Charged twice'),
		weight: t('Charged for a higher weight'),
		price: t('Another price than booked'),
	})[kind];

export function createInvoiceCheck({ database, files, eventsOfShipment }: InvoiceCheckDependencies) {
	/** The last check, which is exported. */
	let last: InvoiceCheck | undefined;

	/** The shipment with this number, or with a label that has it as a code. A voided one counts if no other has it. */
	function findBooking(text: string): BookingFacts | undefined {
		const number = text.toUpperCase().replaceAll(' ', '');
		const found = database.get<Omit<BookingFacts, 'isVoided'> & { state: string }>(
			`SELECT shipment.id AS shipmentId, shipment.state AS state, shipment_figures.price_cents AS priceCents, coalesce(grams, 0) AS grams,
				coalesce(pieces, 1) AS pieces, recipient, reference
			FROM shipment LEFT JOIN shipment_figures ON shipment_id = shipment.id
			WHERE shipment.state IN ('booked', 'voided') AND shipment.id IN (
				SELECT id FROM shipment WHERE replace(upper(tracking_number), ' ', '') = ?1
				UNION ALL
				SELECT document.shipment_id FROM label_code JOIN document ON document.id = label_code.document_id
				WHERE label_code.code = ?1 AND document.kind = 'label')
			ORDER BY shipment.state, shipment.id DESC LIMIT 1`,
			number,
		);
		if (!found) return undefined;
		const { state, ...booking } = found;
		return { ...booking, isVoided: state === 'voided' };
	}

	const evidenceOf = ({ shipmentId }: InvoiceDifference): string =>
		shipmentId === null
			? ''
			: eventsOfShipment(shipmentId)
					.filter(({ kind }) => EVIDENCE_KINDS.includes(kind))
					.map((event) => {
						const { at, by, text } = toOrderEvent(event);
						return `${dateTimeText(new Date(at))} ${by}: ${text}`;
					})
					.reverse()
					.join(' | ');

	return {
		/** @throws `report.fileFailed` when the file cannot be read, or has no known numbers or amounts */
		async check(file: string): Promise<InvoiceCheck> {
			const table = await files.readInvoice(file).catch(rethrowTimeoutAsTooLarge('report.fileFailed'));
			const checked = checkInvoice(table, findBooking);
			if (!checked)
				throw new AppError(
					'report.fileFailed',
					t(
						'No row of {name} has a tracking number of this desk and an amount. Choose the invoice with one row for each parcel.',
						{ name: table.name },
					),
				);
			last = checked;
			return checked;
		},

		/** Name of the last checked file; undefined when there is none. */
		lastName: (): string | undefined => last?.name,

		/** Writes the differences of the last check, with what the desk recorded of each shipment. */
		exportDispute(file: string): void {
			const titles = [
				t('Row'),
				t('Tracking number'),
				t('Reference'),
				t('Recipient'),
				t('Difference'),
				t('Charged (EUR)'),
				t('Booked (EUR)'),
				t('Charged minus booked (EUR)'),
				t('Charged weight (kg)'),
				t('Weight (kg)'),
				t('Evidence'),
			];
			const rows = (last?.differences ?? []).map((difference) => [
				String(difference.row),
				difference.trackingNumber,
				difference.reference,
				withoutBidiControls(difference.recipient),
				kindText(difference.kind),
				difference.chargedEur.toFixed(2),
				difference.expectedEur.toFixed(2),
				(difference.chargedEur - difference.expectedEur).toFixed(2),
				difference.chargedKg === null ? '' : String(difference.chargedKg),
				difference.bookedKg === null ? '' : String(difference.bookedKg),
				evidenceOf(difference),
			]);
			writeFileAtomically(file, toSeparated([titles, ...rows]));
		},
	};
}
export type InvoiceCheckService = ReturnType<typeof createInvoiceCheck>;
