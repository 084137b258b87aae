// Books a shipment of the queue: priced again first, held when it costs more than allowed, set aside when it fails alone.
import { AppError, dispositionOf } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import type { ChoiceRule } from '../../../src-contract/model/shipment';
import type { RateOption } from '../../../src-contract/partner-api';
import { isolated } from '../../../src-contract/rules/bidi';
import { quoteInputOf } from '../../../src-contract/rules/quote-input';
import type { Connection } from '../../connections/port';
import type { FailedStep } from '../failure-tally';
import type { Journal } from '../journal';
import type { QueueContext, QueueProcessor, QueueStep } from '../outbox';
import type { Queued } from '../queue';
import { isNotCarriedOut } from '../submission';
import type { Operations } from '.';

/** So many unknown outcomes in a row are no coincidence: the user has to look before more is sent. */
const MAX_UNKNOWN_IN_A_ROW = 3;

const NEXT: QueueStep = { kind: 'next' };
const tryAgainText = (): string => t('Nothing was sent: allow it to try again, or withdraw it.');

export interface QueuedBookingDependencies extends QueueContext {
	journal: Journal;
	client: Pick<Connection, 'rates' | 'serviceTime'>;
	submission: Pick<Operations['booking'], 'submit'>;
	connectionId: () => string;
	/** A digest of the key that requests are sent under. */
	account: () => string;
	/** @returns the option, or a sentence that says why there is none */
	chooseOption: (options: readonly RateOption[], rule: ChoiceRule) => RateOption | string;
	/** The service refused it while it was queued; the queue continues with the next one. */
	onRefused: (id: number) => void;
}

export function createQueuedBooking(dependencies: QueuedBookingDependencies): QueueProcessor {
	const { journal, client, submission, tally, connectionId, account, chooseOption, isClosing, onRefused, onAnswered } =
		dependencies;
	let unknownInARow = 0;

	function afterRefusal(error: unknown, step: FailedStep): QueueStep {
		if (!(error instanceof AppError)) throw error;
		const { message, retryAfterMs, disposition } = error;
		switch (disposition) {
			case 'stop':
				return { kind: 'stop', reason: message };
			case 'retry':
				return { kind: 'wait', reason: message, pauseMs: retryAfterMs };
			case 'unknown':
				return { kind: 'wait', reason: message, pauseMs: retryAfterMs, failed: { step, error } };
			default:
				throw error;
		}
	}

	/** @param isRefused the service refuses it, or it fails alone */
	function hold(id: number, reason: string, { isRefused = false } = {}): QueueStep {
		// Withdrawn meanwhile.
		if (journal.summary(id).state !== 'queued') return NEXT;
		journal.hold(id, reason, { isRefused });
		if (isRefused) onRefused(id);
		return NEXT;
	}
	const setAside = (id: number, reason: string): QueueStep =>
		hold(id, `${reason} ${tryAgainText()}`, { isRefused: true });

	/** The service answered a request for this shipment: earlier failures may concern their shipments alone. */
	function answered(id: number, step: FailedStep): void {
		onAnswered();
		for (const failing of tally.answered(id, step, performance.now())) {
			setAside(failing.id, t('{reason} The service answers for other shipments.', { reason: failing.error.message }));
			tally.forget(failing.id);
		}
	}

	const ratesFor = async (id: number): Promise<RateOption[]> =>
		(await client.rates(quoteInputOf(journal.composition(id)))).data;

	/** @returns the option to book, or what the queue does instead */
	async function priced({ id, rule, limitEur }: Queued): Promise<{ option: RateOption } | QueueStep> {
		let options: RateOption[];
		try {
			options = await ratesFor(id);
		} catch (error) {
			if (!(error instanceof AppError && error.disposition === 'reject')) return afterRefusal(error, 'rates');
			answered(id, 'rates');
			return setAside(id, error.message);
		}
		answered(id, 'rates');
		const option = chooseOption(options, rule);
		if (typeof option === 'string') return hold(id, `${option} ${tryAgainText()}`);
		if (option.price <= limitEur) return { option };
		const aboveLimit = t('{carrier} {product} costs {price} EUR now; {limit} EUR was allowed.', {
			carrier: isolated(option.carrier),
			product: isolated(option.product),
			price: option.price.toFixed(2),
			limit: limitEur.toFixed(2),
		});
		return hold(id, `${aboveLimit} ${t('Nothing was sent: allow the price, or withdraw it.')}`);
	}

	return {
		async process(queued) {
			const result = await priced(queued);
			if ('kind' in result) return result;
			// Withdrawn, its batch paused, or the desk moved to another service, while it was priced.
			const { id } = queued;
			if (isClosing() || !journal.maySend(connectionId(), id)) return NEXT;
			const destination = { connectionId: connectionId(), account: account(), serviceTime: client.serviceTime() };
			const { carrier, product, productId, price: priceEur } = result.option;
			journal.intendQueued(id, productId, destination, { carrier, product, priceEur });
			const { outcome } = await submission.submit(id);
			if (journal.summary(id).refusedAt !== null) onRefused(id);
			unknownInARow = outcome.kind === 'unknown' ? unknownInARow + 1 : 0;
			if (unknownInARow >= MAX_UNKNOWN_IN_A_ROW) {
				unknownInARow = 0;
				return {
					kind: 'stop',
					reason: t(
						'{count, plural, other {# shipments in a row may be booked or not}}: the queue was stopped. Look at them in Shipments, then go on.',
						{ count: MAX_UNKNOWN_IN_A_ROW },
					),
				};
			}
			if (outcome.kind === 'unknown') return NEXT;
			if (outcome.kind === 'rejected' && isNotCarriedOut(outcome.error)) return afterRefusal(outcome.error, 'booking');
			answered(id, 'booking');
			return NEXT;
		},

		/** Asks rates for the shipment that was booked last. */
		async probe() {
			const id = tally.hasOnlyRatesOpen() ? journal.lastBooked(connectionId()) : undefined;
			if (id === undefined) return false;
			try {
				await ratesFor(id);
			} catch (error) {
				if (dispositionOf(error) !== 'reject') return false;
			}
			answered(id, 'rates');
			return true;
		},
	};
}
