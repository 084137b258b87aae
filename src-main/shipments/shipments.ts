// The user's actions on shipments: save a draft, book, queue, approve, withdraw, void, and resolve an unknown outcome.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { DAY_MS } from '../../src-contract/lib/units';
import type { OrderEvent } from '../../src-contract/model/order-event';
import type { PrintJobSummary } from '../../src-contract/model/print-job';
import {
	type ChoiceRule,
	type ChosenOption,
	type ShipmentDetail,
	type ShipmentResolution,
	type ShipmentSummary,
	VOID_REASONS,
	type VoidReason,
} from '../../src-contract/model/shipment';
import type { EnteredDraft, ShipmentDraft } from '../../src-contract/model/shipment-draft';
import { draftErrors } from '../../src-contract/rules/draft-requirements';
import type { Connection } from '../connections/service-interface';
import type { Ingestion } from '../documents/ingestion';
import type { DocumentStore } from '../documents/store';
import type { Journal } from '../operations/journal';
import type { Operations } from '../operations/kinds';
import type { Outbox } from '../operations/outbox';
import type { Reconciliation } from '../operations/reconciliation';
import type { UnsavedBookings } from './unsaved-bookings';

export interface ShipmentsDependencies {
	journal: Journal;
	submission: Operations['booking'];
	reconciliation: Pick<Reconciliation, 'reconcileSoon' | 'isReconciledAutomatically'>;
	outbox: Pick<Outbox, 'wake'>;
	ingestion: Pick<Ingestion, 'ingestPending'>;
	client: Pick<Connection, 'serviceTime' | 'keyRetention'>;
	documents: Pick<DocumentStore, 'documentsOfShipment' | 'hasPendingIngestion' | 'scanProgress'>;
	jobs: { jobsOfShipment(shipmentId: number): PrintJobSummary[] };
	/** The connection in use. */
	connectionId: () => string;
	/** The service's address, or `builtIn`, for use in messages. */
	connectionName: (id: string) => string;
	/** Digest of the API key in use. */
	apiKeyDigest: () => string;
	unsavedBookings: UnsavedBookings;
	/** Batch rows. `linkFormShipment` records that the user submitted the row from the form, and which shipment it became. */
	rows: { linkFormShipment(batchId: number, position: number, shipmentId: number): void };
	/** What happened to the order of a shipment, the newest first; empty if it has none. */
	orderEvents: (shipmentId: number) => OrderEvent[];
	now: () => Date;
	/** The station status may have changed. */
	onChange: () => void;
	/** Called in the transaction in which a user voids a shipment. @returns a function to call after the commit */
	onVoided: (shipmentId: number, reason: VoidReason) => () => void;
	/** Cancels a print, unless it is being sent or was sent. */
	cancelPrint: (jobId: number) => unknown;
	/** Called when the service has booked the shipment that the user sent, before its documents are ingested. Never throws. */
	onLabelReceived: () => void;
}

interface CreateOptions {
	/** The batch row that the draft is from. */
	row?: { batchId: number; position: number } | undefined;
	/** The rate option that the user chose. */
	chosen?: ChosenOption | null | undefined;
	/** Texts of the warnings that the user saw before sending the shipment. The history has them. */
	confirmedWarnings?: readonly string[];
}

const warningsText = (warnings: readonly string[]): string =>
	warnings.length === 0 ? '' : t('Sent in spite of: {warnings}', { warnings: warnings.join(' ') });

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
		unsavedBookings,
		connectionId,
		connectionName,
		apiKeyDigest,
		rows,
		orderEvents,
		now,
		onChange,
		onLabelReceived,
		onVoided,
		cancelPrint,
	} = dependencies;

	function detail(id: number): ShipmentDetail {
		const unsavedFields = unsavedBookings.unsavedFields(id);
		return {
			...journal.summary(id),
			...unsavedFields,
			isUnsaved: unsavedFields !== undefined,
			draft: journal.savedDraft(id),
			labelPrint: journal.labelPrint(id),
			history: journal.history(id),
			scanProgress: documents.scanProgress(id),
			documents: documents.documentsOfShipment(id),
			hasPendingIngestion: documents.hasPendingIngestion(id),
			jobs: jobs.jobsOfShipment(id),
			answers: journal.listAnswers(id),
			events: orderEvents(id),
			isRetriedAutomatically:
				journal.summary(id).state === 'unknown' &&
				reconciliation.isReconciledAutomatically(submission.kind, journal.readIntent(id)),
		};
	}

	/**
	 * Time by the service's clock, stored with the intent to tell later whether the service still stores the idempotency
	 * key. Undefined when the service cannot be reached: the booking request reports that error.
	 */
	async function serviceTime(): Promise<Date | undefined> {
		return client.serviceTime() ?? (await client.keyRetention().catch(() => undefined))?.serviceTime;
	}

	/**
	 * Prevents new requests while the station closes, because the answer could arrive after the journal is closed.
	 * @throws `shipment.inFlight`
	 */
	function requireOpen(): void {
		if (isClosing) throw new AppError('shipment.inFlight', t('Waybill is closing. Nothing was sent.'));
	}

	/** @throws `input.invalid` with the errors of the draft's fields */
	function requireValid(draft: ShipmentDraft): void {
		const fieldErrors = draftErrors(draft);
		if (fieldErrors.length === 0) return;
		throw new AppError('input.invalid', t('Some fields need attention. Nothing was sent.'), { fields: fieldErrors });
	}

	/**
	 * Waits for the outcome of a request and for the work that follows it, such as document ingestion.
	 * @throws AppError when the service rejected the request or did not carry it out. The error's `shipmentId` is set when the
	 * shipment is a local draft again, which the next attempt must send
	 */
	async function waitForOutcome(
		id: number,
		pendingSubmission: ReturnType<Operations['booking']['submit']>,
	): Promise<ShipmentDetail> {
		let submitted: Awaited<typeof pendingSubmission>;
		try {
			submitted = await pendingSubmission;
		} catch (error) {
			// The outcome is known but not stored: the user sees it, so that the shipment is not sent again.
			if (!unsavedBookings.unsavedFields(id)) throw error;
			try {
				return detail(id);
			} catch {
				// Its other data cannot be read: the error says what happened.
				throw error;
			}
		}
		const { outcome, followUp } = submitted;
		if (outcome.kind === 'succeeded' && outcome.result.kind === 'booked') onLabelReceived();
		await followUp;
		if (outcome.kind === 'unknown') reconciliation.reconcileSoon();
		if (outcome.kind !== 'rejected') return detail(id);
		const { code, message, fields, retryable, cause } = outcome.error;
		const isSaved = journal.summary(id).state === 'composed';
		throw new AppError(code, message, { fields, retryable, cause, shipmentId: isSaved ? id : undefined });
	}

	/** @throws `shipment.inFlight` */
	function requireNotInFlight(id: number): void {
		if (!submission.isInFlight(id)) return;
		throw new AppError(
			'shipment.inFlight',
			t('A request for this shipment is in progress. Nothing was changed. Wait for the answer.'),
		);
	}

	/**
	 * Checks that the service in use is the one that the shipment was sent to, because the shipment's rate option and price
	 * are from that service.
	 * @throws `shipment.stateChanged` when another service is in use
	 */
	function requireSameService(id: number): void {
		const { connectionId: shipmentConnectionId } = journal.partnerReference(id);
		if (shipmentConnectionId === connectionId()) return;
		throw new AppError(
			'shipment.stateChanged',
			t(
				'This shipment was sent to {service, select, builtIn {the built-in service} other {{service}}}, but the current service is {present, select, builtIn {the built-in service} other {{present}}}. Nothing was sent. Cancel the shipment and duplicate it, or change the service in Settings.',
				{ service: connectionName(shipmentConnectionId), present: connectionName(connectionId()) },
			),
		);
	}

	return {
		detail,
		close(): void {
			isClosing = true;
		},

		/**
		 * Books the shipment or saves a draft at the service. Sends the request once. When the answer is lost, returns a
		 * shipment in the state `unknown` and does not throw.
		 * @param productId of the chosen rate option; undefined lets the service choose
		 * @param isBooking false saves a draft at the service
		 * @param id of a local draft; undefined creates a shipment
		 * @throws `input.invalid`, `shipment.inFlight` while the station closes, `storage.full` or `storage.busy` when the intent
		 * or a rejection could not be stored, or the error with which the service rejected the request; field errors have the paths of
		 * the draft
		 */
		async create(
			draft: ShipmentDraft,
			productId: number | undefined,
			isBooking: boolean,
			id?: number,
			{ row, chosen, confirmedWarnings = [] }: CreateOptions = {},
		): Promise<ShipmentDetail> {
			requireValid(draft);
			const currentServiceTime = await serviceTime();
			requireOpen();
			const target = { connectionId: connectionId(), apiKeyDigest: apiKeyDigest(), serviceTime: currentServiceTime };
			const furtherChanges = (shipmentId: number) =>
				row && rows.linkFormShipment(row.batchId, row.position, shipmentId);
			const intent = journal.recordIntent(draft, productId, target, {
				...{ isBooking, id, furtherChanges, chosen },
				message: warningsText(confirmedWarnings),
			});
			return waitForOutcome(intent.id, submission.submit(intent.id));
		},

		/** The newest shipment with this reference that was queued or sent in the last 24 hours; null when there is none. */
		findRecent(reference: string): ShipmentSummary | null {
			const found = journal.findActiveByReference(reference.trim());
			return found && now().getTime() - Date.parse(found.createdAt) < DAY_MS ? found : null;
		},

		/** Prints the labels of a booking that could not be stored yet. @throws as `UnsavedBookings.print` */
		printUnsaved: (id: number): Promise<{ destination: string }> => unsavedBookings.print(detail(id)),

		/** Saves a local draft. Fields may be missing. @param id of an existing draft; undefined creates one */
		saveDraft: (draft: EnteredDraft, id: number | undefined): ShipmentDetail => detail(journal.saveDraft(draft, id)),

		/**
		 * Queues the shipment. The outbox sends it when the service is online.
		 * @param limitEur maximum price; a shipment that costs more is held for approval
		 * @param confirmedWarnings see `CreateOptions`
		 * @throws `input.invalid` with the paths of the draft's fields, or `shipment.stateChanged` when the shipment is no longer
		 * a local draft
		 */
		queue(
			draft: ShipmentDraft,
			rule: ChoiceRule,
			limitEur: number,
			id: number | undefined,
			confirmedWarnings: readonly string[] = [],
		): ShipmentDetail {
			requireValid(draft);
			const entry = { connectionId: connectionId(), rule, limitEur };
			const queuedId = journal.queue(draft, entry, id, warningsText(confirmedWarnings));
			onChange();
			outbox.wake();
			return detail(queuedId);
		},

		/** Removes shipments from the list of refused shipments. @param ids null for all */
		acknowledgeRefused(ids: readonly number[] | null): void {
			journal.acknowledgeRefused(ids);
			onChange();
		},

		/** Approves a held shipment up to a price, and returns the shipment to the queue. @throws `shipment.stateChanged` */
		release(id: number, limitEur: number): ShipmentDetail {
			journal.release(id, limitEur);
			onChange();
			outbox.wake();
			return detail(id);
		},

		/** Cancels a shipment that was not sent. @throws `shipment.stateChanged` */
		withdraw(id: number): ShipmentDetail {
			journal.withdraw(id, t('Withdrawn. Nothing was sent.'));
			onChange();
			outbox.wake();
			return detail(id);
		},

		/**
		 * Marks a booked shipment as void. Its waiting prints are cancelled, its label is refused at each scan, and its packed order can
		 * be booked again.
		 * @throws `shipment.stateChanged` when the shipment is not booked, or no longer
		 */
		markVoid(id: number, reason: VoidReason): ShipmentDetail {
			const reasonText = VOID_REASONS[reason]();
			let afterCommit = () => {};
			const message = t('Void: {reason}. Cancel it in the account at the service, too.', { reason: reasonText });
			journal.markVoided(id, message, () => {
				afterCommit = onVoided(id, reason);
			});
			afterCommit();
			onChange();
			// The label is not printed even if this fails, and the user is told.
			for (const { id: jobId } of jobs.jobsOfShipment(id)) cancelPrint(jobId);
			return detail(id);
		},

		/**
		 * Resolves an unknown shipment by what the user found in the account at the service.
		 * @throws `shipment.alreadyResolved`, `shipment.inFlight`, `shipment.stateChanged`, or the error with which the service
		 * rejected a shipment that was sent again
		 */
		async resolve(resolution: ShipmentResolution): Promise<ShipmentDetail> {
			const { id } = resolution;
			requireOpen();
			requireNotInFlight(id);
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
						journal.updateUnknownMessage(
							id,
							t('Checked at the service and not found yet. The shipment is still unconfirmed.'),
						);
						reconciliation.reconcileSoon();
						break;
					case 'sendAgain':
						requireSameService(id);
						journal.markSendingAgain(id);
						return await waitForOutcome(id, submission.submitAgain(id));
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
