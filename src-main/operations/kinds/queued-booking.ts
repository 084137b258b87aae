// Requests rates for a queued shipment, then books the shipment. Instead, holds the shipment for the user's approval when no
// option matches the shipment's rule within its price limit, the service rejects the rate request, or requests keep failing
// for this shipment alone.
import { AppError, dispositionOf } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import type { ChoiceRule } from '../../../src-contract/model/shipment';
import type { RateOption } from '../../../src-contract/partner-api';
import { amountText } from '../../../src-contract/rules/amount-text';
import { isolateBidi } from '../../../src-contract/rules/bidi';
import { quoteInputOf } from '../../../src-contract/rules/quote-input';
import type { Connection } from '../../connections/service-interface';
import type { RequestKind } from '../failure-tally';
import type { Journal } from '../journal';
import type { QueueContext, QueueProcessor, QueueStep } from '../outbox';
import type { QueuedShipment } from '../queue';
import { isRetryableUnchanged } from '../submission';
import type { Operations } from '.';

/** Number of consecutive unknown outcomes after which the queue stops, so that the user can check these shipments. */
const MAX_CONSECUTIVE_UNKNOWN = 3;

const NEXT: QueueStep = { kind: 'next' };
const tryAgainText = (): string => t('Nothing was booked. Approve the shipment to try again, or withdraw it.');

export interface QueuedBookingDependencies extends QueueContext {
	journal: Journal;
	client: Pick<Connection, 'rates' | 'serviceTime'>;
	submission: Pick<Operations['booking'], 'submit'>;
	connectionId: () => string;
	/** Digest of the API key in use. */
	apiKeyDigest: () => string;
	/** @returns the selected option, or a message that says why there is none */
	chooseOption: (options: readonly RateOption[], rule: ChoiceRule) => RateOption | string;
	/** A queued shipment was added to the list of refused shipments. The queue continues with the next shipment. */
	onRefused: (id: number) => void;
}

export function createQueuedBooking(dependencies: QueuedBookingDependencies): QueueProcessor {
	const {
		journal,
		client,
		submission,
		tally,
		connectionId,
		apiKeyDigest,
		chooseOption,
		isClosing,
		onRefused,
		onAnswered,
	} = dependencies;
	let consecutiveUnknown = 0;

	/**
	 * @returns what the queue does after a failed request to the service
	 * @throws `error` itself if it is not the error of a request, or has the disposition `reject`
	 */
	function stepAfterError(error: unknown, request: RequestKind): QueueStep {
		if (!(error instanceof AppError)) throw error;
		const { message, retryAfterMs, disposition } = error;
		switch (disposition) {
			case 'stop':
				return { kind: 'stop', reason: message };
			case 'retry':
				return { kind: 'wait', reason: message, pauseMs: retryAfterMs };
			case 'unknown':
				return { kind: 'wait', reason: message, pauseMs: retryAfterMs, failure: { request, error } };
			default:
				throw error;
		}
	}

	/** @param isRefused true when the service rejected the rate request, or keeps failing for this shipment alone */
	function hold(id: number, reason: string, { isRefused = false } = {}): QueueStep {
		// The user withdrew the shipment in the meantime.
		if (journal.summary(id).state !== 'queued') return NEXT;
		journal.hold(id, reason, { isRefused });
		if (isRefused) onRefused(id);
		return NEXT;
	}
	const holdRefused = (id: number, reason: string): QueueStep =>
		hold(id, `${reason} ${tryAgainText()}`, { isRefused: true });

	/** Records that the service answered, and puts shipments on hold whose requests keep failing. See failure-tally.ts. */
	function recordAnswer(id: number, request: RequestKind): void {
		onAnswered();
		for (const failing of tally.recordAnswer(id, request, performance.now())) {
			holdRefused(
				failing.id,
				t('{reason} The service accepts requests for other shipments.', { reason: failing.error.message }),
			);
			tally.forget(failing.id);
		}
	}

	const ratesFor = async (id: number): Promise<RateOption[]> =>
		(await client.rates(quoteInputOf(journal.draft(id)))).data;

	/** @returns the option to book; or, if the shipment must not be booked now, what the queue does next */
	async function selectOption({ id, rule, limitEur }: QueuedShipment): Promise<{ option: RateOption } | QueueStep> {
		let options: RateOption[];
		try {
			options = await ratesFor(id);
		} catch (error) {
			if (!(error instanceof AppError && error.disposition === 'reject')) return stepAfterError(error, 'rates');
			recordAnswer(id, 'rates');
			return holdRefused(id, error.message);
		}
		recordAnswer(id, 'rates');
		const optionOrReason = chooseOption(options, rule);
		if (typeof optionOrReason === 'string') return hold(id, `${optionOrReason} ${tryAgainText()}`);
		const option = optionOrReason;
		if (option.price <= limitEur) return { option };
		const aboveLimit = t('{carrier} {product} now costs {price} EUR. The limit is {limit} EUR.', {
			carrier: isolateBidi(option.carrier),
			product: isolateBidi(option.product),
			price: amountText(option.price),
			limit: amountText(limitEur),
		});
		return hold(id, `${aboveLimit} ${t('Nothing was sent. Approve the price, or withdraw the shipment.')}`);
	}

	return {
		async process(shipment) {
			const selection = await selectOption(shipment);
			if ('kind' in selection) return selection;
			// In the meantime the user may have withdrawn the shipment, paused its batch, or changed the service.
			const { id } = shipment;
			if (isClosing() || !journal.maySend(connectionId(), id)) return NEXT;
			const target = { connectionId: connectionId(), apiKeyDigest: apiKeyDigest(), serviceTime: client.serviceTime() };
			const { carrier, product, productId, price: priceEur } = selection.option;
			journal.recordQueuedIntent(id, productId, target, { carrier, product, priceEur });
			const { outcome } = await submission.submit(id);
			if (journal.summary(id).refusedAt !== null) onRefused(id);
			consecutiveUnknown = outcome.kind === 'unknown' ? consecutiveUnknown + 1 : 0;
			if (consecutiveUnknown >= MAX_CONSECUTIVE_UNKNOWN) {
				consecutiveUnknown = 0;
				return {
					kind: 'stop',
					reason: t(
						'The queue stopped because {count, plural, other {# shipments in a row}} are unconfirmed. Check them in Shipments, then resume.',
						{ count: MAX_CONSECUTIVE_UNKNOWN },
					),
				};
			}
			if (outcome.kind === 'unknown') return NEXT;
			if (outcome.kind === 'rejected' && isRetryableUnchanged(outcome.error))
				return stepAfterError(outcome.error, 'booking');
			recordAnswer(id, 'booking');
			return NEXT;
		},

		/**
		 * Requests rates for the newest booked shipment, to see whether the service answers rate requests. There is no probe
		 * for bookings, because a booking costs money.
		 */
		async probe() {
			const id = tally.hasOnlyRateFailures() ? journal.lastBookedId(connectionId()) : undefined;
			if (id === undefined) return false;
			try {
				await ratesFor(id);
			} catch (error) {
				if (dispositionOf(error) !== 'reject') return false;
			}
			recordAnswer(id, 'rates');
			return true;
		},
	};
}
