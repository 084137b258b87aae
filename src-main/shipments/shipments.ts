// What a user does with shipments: saves drafts, books, queues and withdraws them, and resolves unknown outcomes.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { PrintJobSummary } from '../../src-contract/model/print-job';
import type { ChoiceRule, ChosenOption, ShipmentDetail, ShipmentResolution } from '../../src-contract/model/shipment';
import type { SavedDraft, ShipmentDraft } from '../../src-contract/model/shipment-draft';
import { draftErrors } from '../../src-contract/rules/draft-requirements';
import type { Connection } from '../connections/port';
import type { Ingestion } from '../documents/ingestion';
import type { DocumentStore } from '../documents/store';
import type { Journal } from '../operations/journal';
import type { Operations } from '../operations/kinds';
import type { Outbox } from '../operations/outbox';
import type { Reconciliation } from '../operations/reconciliation';

export interface ShipmentsDependencies {
	journal: Journal;
	submission: Operations['booking'];
	reconciliation: Pick<Reconciliation, 'reconcileSoon' | 'isReconciled'>;
	outbox: Pick<Outbox, 'wake'>;
	ingestion: Pick<Ingestion, 'ingestPending'>;
	client: Pick<Connection, 'serviceTime' | 'keysKept'>;
	documents: Pick<DocumentStore, 'of' | 'hasPendingIngestion'>;
	jobs: { ofShipment(shipmentId: number): PrintJobSummary[] };
	/** The connection in use. */
	connectionId: () => string;
	/** For a text that names it: the address, or `builtIn`. */
	connectionName: (id: string) => string;
	/** A digest of the key that requests go under. */
	account: () => string;
	/** Rows of batches: one is sent from the form as this shipment. */
	rows: { take(batchId: number, position: number, shipmentId: number): void };
	onChange: () => void;
}

export function createShipments(dependencies: ShipmentsDependencies) {
	let isClosing = false;
	const {
		journal,
		submission,
		reconciliation,
		outbox,
		ingestion,
		client,
		documents,
		jobs,
		connectionId,
		connectionName,
		account,
		rows,
		onChange,
	} = dependencies;

	function detail(id: number): ShipmentDetail {
		return {
			...journal.summary(id),
			composition: journal.kept(id),
			history: journal.history(id),
			documents: documents.of(id),
			isIngesting: documents.hasPendingIngestion(id),
			jobs: jobs.ofShipment(id),
			answers: journal.answers(id),
			isRetriedAutomatically:
				journal.summary(id).state === 'unknown' && reconciliation.isReconciled(submission.kind, journal.sendable(id)),
		};
	}

	/** By it the station knows later for how long the service keeps the key. A line that is down is found out by what follows. */
	async function serviceTime(): Promise<Date | undefined> {
		return client.serviceTime() ?? (await client.keysKept().catch(() => undefined))?.serviceTime;
	}

	/** What is begun now would be answered after the journal is closed. */
	function refuseWhileClosing(): void {
		if (isClosing) throw new AppError('shipment.inFlight', t('The station is closing. Nothing was sent.'));
	}

	function check(composition: ShipmentDraft): void {
		const fieldErrors = draftErrors(composition);
		if (fieldErrors.length === 0) return;
		throw new AppError('input.invalid', t('Some fields need attention. Nothing was sent.'), { fields: fieldErrors });
	}

	/** A shipment whose intent is on disk, on its way. */
	async function transmitted(id: number, sent: ReturnType<Operations['booking']['submit']>): Promise<ShipmentDetail> {
		const { outcome, followUp } = await sent;
		await followUp;
		if (outcome.kind === 'unknown') reconciliation.reconcileSoon();
		if (outcome.kind !== 'rejected') return detail(id);
		const { code, message, fields, retryable, cause } = outcome.error;
		// What was surely not sent is kept here: the next attempt is of the same shipment.
		const isKept = journal.summary(id).state === 'composed';
		throw new AppError(code, message, { fields, retryable, cause, shipmentId: isKept ? id : undefined });
	}

	function refuseWhileUnderWay(id: number): void {
		if (!submission.isInFlight(id)) return;
		throw new AppError(
			'shipment.inFlight',
			t('The service is being asked about this shipment at this moment. Nothing was changed: wait for its answer.'),
		);
	}

	/** Its option and its price are those of the service that it was sent to. */
	function refuseForAnotherService(id: number): void {
		const { connectionId: sentTo } = journal.place(id);
		if (sentTo === connectionId()) return;
		throw new AppError(
			'shipment.settled',
			t(
				'This was sent to {service, select, builtIn {the built-in service} other {{service}}}, and the desk uses {present, select, builtIn {the built-in service} other {{present}}} now. Nothing was sent: give it up and duplicate it, or change the service in Settings.',
				{ service: connectionName(sentTo), present: connectionName(connectionId()) },
			),
		);
	}

	return {
		detail,
		close(): void {
			isClosing = true;
		},

		/**
		 * Sends once. A lost answer gives a shipment in the state `unknown`, not an error.
		 * @param id of one that is kept here; else it is a new one
		 * @param row of a batch that it is
		 * @param chosen the option that was shown for the product
		 * @throws what the service refused, with the fields at fault as the form names them
		 */
		async create(
			composition: ShipmentDraft,
			productId: number | undefined,
			book: boolean,
			id?: number,
			{
				row,
				chosen,
			}: { row?: { batchId: number; position: number } | undefined; chosen?: ChosenOption | null | undefined } = {},
		): Promise<ShipmentDetail> {
			check(composition);
			const time = await serviceTime();
			refuseWhileClosing();
			const destination = { connectionId: connectionId(), account: account(), serviceTime: time };
			const also = (sent: number) => row && rows.take(row.batchId, row.position, sent);
			const intended = journal.intend(composition, productId, destination, { isBooking: book, id, also, chosen });
			return transmitted(intended.id, submission.submit(intended.id));
		},

		/** Keeps it here, whatever it lacks yet. */
		compose: (composition: SavedDraft, id: number | undefined): ShipmentDetail =>
			detail(journal.compose(composition, id)),

		/** It goes when the line is back, at that price at most. */
		queue(composition: ShipmentDraft, rule: ChoiceRule, limitEur: number, id: number | undefined): ShipmentDetail {
			check(composition);
			const queued = journal.queue(composition, { connectionId: connectionId(), rule, limitEur }, id);
			onChange();
			outbox.wake();
			return detail(queued);
		},

		/** @param ids null: all that were refused */
		acknowledgeRefused(ids: readonly number[] | null): void {
			journal.acknowledgeRefused(ids);
			onChange();
		},

		release(id: number, limitEur: number): ShipmentDetail {
			journal.release(id, limitEur);
			onChange();
			outbox.wake();
			return detail(id);
		},

		withdraw(id: number): ShipmentDetail {
			journal.withdraw(id, t('Withdrawn at the desk. Nothing was sent.'));
			onChange();
			outbox.wake();
			return detail(id);
		},

		/** What a person found out about an unknown shipment. */
		async resolve(resolution: ShipmentResolution): Promise<ShipmentDetail> {
			const { id } = resolution;
			refuseWhileClosing();
			refuseWhileUnderWay(id);
			try {
				switch (resolution.outcome) {
					case 'booked':
						journal.resolveBooked(id, resolution.trackingNumber);
						await ingestion.ingestPending();
						break;
					case 'notBooked':
						journal.resolveNotBooked(id);
						break;
					case 'wait':
						journal.addNote(id, t('Somebody looked for it: it is not there yet. Booked or not is still not known.'));
						reconciliation.reconcileSoon();
						break;
					case 'sendAgain':
						refuseForAnotherService(id);
						journal.sendAgain(id);
						return await transmitted(id, submission.submitAgain(id));
				}
			} finally {
				onChange();
				outbox.wake();
			}
			return detail(id);
		},
	};
}
export type Shipments = ReturnType<typeof createShipments>;
