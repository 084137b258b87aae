// Submits the shipment in the form: books the shipment, saves it as an online draft (a draft at the service), or queues it until
// the connection is back.
import { defineStore } from 'pinia';
import { computed, reactive, ref } from 'vue';
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { emptyAddress } from '../../../src-contract/model/empty-address';
import type { ChosenOption } from '../../../src-contract/model/shipment';
import type { ShipmentDraft } from '../../../src-contract/model/shipment-draft';
import type { RateOption } from '../../../src-contract/partner-api';
import { call } from '../../lib/bridge';
import { haveEqualFields } from '../../lib/draft-fields';
import { loadFormChecks } from '../../lib/form-checks-loader';
import { useStationStore } from '../../lib/station-store';
import { useGoodsStore } from '../shared/goods-codes';
import { routeOf } from '../shared/ship-form/derived-values';
import { useShipFormStore } from '../shared/ship-form/ship-form';
import { createBookingChecks } from './booking-checks';
import { createConfirmations } from './confirmations';
import { errorLinks } from './error-links';
import { createEstimate } from './estimate';
import { completeTime } from './pickup-texts';

/** Shortens the names to the maximum length that the shipment journal stores. */
const toChosenOption = ({ carrier, product, price }: RateOption): ChosenOption => ({
	carrier: carrier.slice(0, MAX_NAME_CHARS),
	product: product.slice(0, MAX_NAME_CHARS),
	priceEur: price,
});
const MAX_NAME_CHARS = 500;

type FormChecks = Awaited<ReturnType<typeof loadFormChecks>>;

const changedWhileCheckedText = () =>
	t('The form was changed while it was being checked. Nothing was sent: press again.');

export const useSubmissionStore = defineStore('submission', () => {
	const form = useShipFormStore();
	const goods = useGoodsStore();
	const station = useStationStore();
	/** True if the last submission requested a booking, false if it requested an online draft. */
	const isBookingRequested = ref(false);
	/** Time at which the running booking was sent, in milliseconds since 1970; undefined if no booking is running. */
	const bookingSentAt = ref<number>();
	/** True if the last press queued nothing because there is no maximum price. */
	const isLimitMissing = ref(false);
	/** Maximum price that the user entered for the shipment to queue; undefined if the user entered none. */
	const enteredLimitEur = ref<number>();

	const estimate = createEstimate(
		computed(() =>
			form.dutiable
				? {
						...routeOf(form.draft),
						contents: form.draft.contents,
						freightEur: form.chosenOption?.price,
						isPersonalUse: form.draft.to.companyName.trim() === '',
					}
				: undefined,
		),
		() => form.chosenOption?.price,
	);
	const confirmations = createConfirmations(goods, form.prices, (message) => {
		form.error = message;
	});
	const checks = createBookingChecks(() => {
		const { to, from, parcels, reference } = form.draft;
		return {
			to,
			from,
			// The desk's own address was checked when it was entered.
			checksFrom: !haveEqualFields(from, station.settings?.sender ?? emptyAddress),
			parcels,
			// A batch row is not checked for its reference: an import of orders says when an order was sent before.
			reference: form.editedRow ? '' : reference,
		};
	});
	/** The value of a field that has a warning. @param path in the draft */
	function valueAt(path: string): string {
		let value: unknown = form.draft;
		for (const key of path.split('.')) value = Object.entries(value ?? {}).find(([name]) => name === key)?.[1];
		return String(value ?? '');
	}
	/** True if the last press sent nothing because of the checks, which the screen shows. */
	const isHeldByChecks = ref(false);

	/** @returns the texts of the warnings that the user has confirmed; undefined if there are new ones, which the screen shows */
	async function confirmWarnings(): Promise<string[] | undefined> {
		const fieldWarnings = await checks.load();
		const answer = await confirmations.confirmWarnings(
			errorLinks(fieldWarnings, form.draft).map((link) => ({ ...link, value: valueAt(link.path) })),
			form.dutiable ? form.draft.contents : [],
			form.draft.schedulePickup ? form.draft.from : undefined,
		);
		isHeldByChecks.value = 'isNewFieldWarning' in answer && answer.isNewFieldWarning;
		return 'texts' in answer ? answer.texts : undefined;
	}
	form.onCleared(() => {
		enteredLimitEur.value = undefined;
		isLimitMissing.value = false;
		isHeldByChecks.value = false;
		checks.warnings.value = [];
		confirmations.reset();
		estimate.clear();
	});

	/** Loads the form checks. If customs applies, also waits until the HS codes that users chose before are filled in. */
	async function loadChecksAndCodes(): Promise<FormChecks> {
		const [checks] = await Promise.all([loadFormChecks(), form.dutiable ? goods.waitForFillIns() : undefined]);
		return checks;
	}

	/**
	 * Validates the form.
	 * @returns the draft; undefined if fields have errors, which the form then shows
	 */
	function validateForm({ shipmentDraftSchema }: FormChecks): ShipmentDraft | undefined {
		form.showsErrors = true;
		// A shortcut books from the field, before the field completes its time.
		const { pickup } = form.draft;
		Object.assign(pickup, { from: completeTime(pickup.from), to: completeTime(pickup.to) });
		form.refusedFieldErrors = [];
		form.error = '';
		isHeldByChecks.value = false;
		// Send the duties only if the estimate is current and complete.
		const { answer, cost } = estimate;
		const areDutiesKnown = form.dutiable && estimate.isCurrent() && !cost.value?.isMinimum;
		form.draft.dutiesEur = areDutiesKnown && answer.value ? answer.value.estimate : null;
		const parsedDraft = shipmentDraftSchema.safeParse(form.draft);
		const { fieldErrors } = form;
		if (parsedDraft.success && fieldErrors.length === 0) return parsedDraft.data;
		// As many as the list below the message has.
		const count = errorLinks(fieldErrors, form.draft).length;
		// No field shows an error of the whole list, so the message includes that error.
		const listError = fieldErrors.find(({ path }) => path === 'contents' || path === 'parcels');
		form.error = listError
			? t('{count, plural, one {# field needs} other {# fields need}} attention ({message}). Nothing was sent.', {
					count,
					message: listError.message,
				})
			: t('{count, plural, one {# field needs} other {# fields need}} attention. Nothing was sent.', { count });
		return undefined;
	}

	const isBlocked = () => form.busy || Boolean(form.result) || confirmations.isTooSoon();

	/**
	 * Books the shipment, or saves it as an online draft.
	 * @param book false for an online draft
	 * @returns true if there is a result to show
	 */
	async function send(book: boolean): Promise<boolean> {
		const shownOption = form.chosenOption;
		const checks = await loadChecksAndCodes();
		// No await between this check and `runAction`, which sets `busy`: a second press must find the form busy. A batch row can be
		// booked here, but not saved as an online draft.
		if (isBlocked() || (form.editedRow && !book)) return false;
		const draft = validateForm(checks);
		if (!draft) return false;
		const { batchId, position } = form.editedRow ?? {};
		const reportIfChanged = form.createChangeReporter(changedWhileCheckedText);
		return form.runAction(async () => {
			const confirmedWarnings = book ? await confirmWarnings() : [];
			if (!confirmedWarnings || (book && !(await confirmations.confirmPrice(shownOption)))) return undefined;
			// If the form was changed meanwhile, the copy validated above is not what the user sees now.
			if (reportIfChanged()) return undefined;
			isBookingRequested.value = book;
			if (book) bookingSentAt.value = Date.now();
			try {
				const { shipment } = await call('shipments.create', {
					draft,
					productId: shownOption?.productId,
					book,
					id: form.savedDraftId,
					row: batchId && position ? { batchId, position } : undefined,
					chosen: shownOption ? toChosenOption(shownOption) : null,
					confirmedWarnings,
				});
				return shipment;
			} catch (error) {
				// If the error is not about a field, the chosen option may not be available any more: new rates do not contain it.
				const isRejected = error instanceof AppError && error.code === 'partner.rejected';
				if (isRejected && error.fields.every(({ path }) => path === 'preferredShippingOption'))
					void form.prices.load(true);
				throw error;
			} finally {
				bookingSentAt.value = undefined;
			}
		});
	}

	/**
	 * Maximum price of the shipment to queue, in euros: the price that the user entered, or the chosen option's price plus the desk's
	 * allowance. Undefined if neither is known.
	 */
	const limitEur = computed(() => {
		if (enteredLimitEur.value !== undefined) return enteredLimitEur.value;
		const allowance = station.settings?.queueAllowancePercent ?? 0;
		const price = form.chosenOption?.price;
		return price === undefined ? undefined : Math.round(price * (100 + allowance)) / 100;
	});

	/**
	 * Queues the shipment, to be sent when the connection is back.
	 * @returns true if the shipment was queued
	 */
	async function queue(): Promise<boolean> {
		// Before the wait below, so that a second refusal is shown like the first.
		isLimitMissing.value = false;
		const checks = await loadChecksAndCodes();
		if (isBlocked() || form.editedRow) return false;
		const draft = validateForm(checks);
		if (!draft) return false;
		const maximumEur = limitEur.value;
		if (!maximumEur || maximumEur <= 0) {
			form.error = t('Enter a maximum price. Nothing was queued.');
			isLimitMissing.value = true;
			return false;
		}
		const option = form.chosenOption;
		const reportIfChanged = form.createChangeReporter(changedWhileCheckedText);
		return form.runAction(async () => {
			const confirmedWarnings = await confirmWarnings();
			if (!confirmedWarnings || reportIfChanged()) return undefined;
			const rule = option
				? { kind: 'product' as const, productId: option.productId, name: `${option.carrier} ${option.product}` }
				: { kind: 'cheapest' as const };
			return call('shipments.queue', { draft, rule, limitEur: maximumEur, id: form.savedDraftId, confirmedWarnings });
		});
	}

	return {
		estimate,
		checks: reactive(checks),
		isHeldByChecks,
		isBookingRequested,
		bookingSentAt,
		enteredLimitEur,
		isLimitMissing,
		limitEur,
		send,
		queue,
	};
});
