// Duties and taxes of the shipment in the form, and its landed cost.
import { type ComputedRef, computed, ref } from 'vue';
import type { CallInput } from '../../../src-contract/api';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { DutiesResponse } from '../../../src-contract/partner-api';
import { landedCost } from '../../../src-contract/rules/landed-cost';
import { call } from '../../lib/bridge';
import { type ContentInput, contentsValueEur } from '../../lib/draft-fields';

type EstimateQuestion = Omit<CallInput<'duties.estimate'>, 'items'> & { contents: ContentInput[] };

/**
 * @param question undefined if customs does not apply
 * @param priceEur price of the chosen option
 */
export function createEstimate(
	question: ComputedRef<EstimateQuestion | undefined>,
	priceEur: () => number | undefined,
) {
	const answer = ref<DutiesResponse>();
	/** Value of the goods that `answer` was requested for. */
	const goodsEur = ref(0);
	const error = ref('');
	/** The question that `answer` belongs to. */
	const answeredQuestion = ref('');
	/** Increases with each clear, so that an identical question is sent again. */
	const resetCount = ref(0);
	let lastRequest = 0;

	/** The question without form-only fields, which are not sent to the service. */
	const keyOf = (input: EstimateQuestion | undefined): string =>
		JSON.stringify(input && { ...input, contents: input.contents.map(({ codeFor: _codeFor, ...content }) => content) });

	async function load(): Promise<void> {
		lastRequest += 1;
		const request = lastRequest;
		const input = question.value;
		// Loaded when customs first applies: the first screen does not need the service's schemas.
		const items = input && (await import('../shared/duties-items')).dutiesItems(input.contents);
		if (request !== lastRequest) return;
		error.value = '';
		// No duties apply, or an item is incomplete.
		if (!items) {
			answer.value = undefined;
			return;
		}
		const { from, to, contents } = input;
		const requestedGoodsEur = contentsValueEur(contents);
		const key = keyOf(input);
		try {
			const estimate = await call('duties.estimate', { from, to, items });
			if (request !== lastRequest) return;
			answer.value = estimate;
			answeredQuestion.value = key;
			goodsEur.value = requestedGoodsEur;
		} catch (caught) {
			if (request !== lastRequest) return;
			answer.value = undefined;
			error.value = errorMessage(caught);
		}
	}

	return {
		question,
		answer,
		error,
		load,
		resetCount,
		/** False while the shown estimate answers an earlier question. */
		isCurrent: (): boolean => answer.value !== undefined && answeredQuestion.value === keyOf(question.value),
		landed: computed(() => answer.value && landedCost(answer.value, goodsEur.value, priceEur())),
		/** Clears the estimate. Answers that are still on their way are ignored. */
		clear(): void {
			lastRequest += 1;
			resetCount.value += 1;
			answer.value = undefined;
			error.value = '';
		},
	};
}
