// Duties and taxes of the shipment in the form, and its landed cost.
import { type ComputedRef, computed, ref } from 'vue';
import type { CallInput } from '../../../src-contract/api';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { DutiesResponse } from '../../../src-contract/partner-api';
import { landedCost } from '../../../src-contract/rules/landed-cost';
import { call } from '../../lib/bridge';
import { type ContentInput, contentsValueEur } from '../../lib/draft-fields';
import { onLanguageChange } from '../../lib/language-change';

type EstimateInput = Omit<CallInput<'duties.estimate'>, 'items'> & { contents: ContentInput[] };

/**
 * @param currentInput undefined if customs does not apply
 * @param priceEur price of the chosen option
 */
export function createEstimate(
	currentInput: ComputedRef<EstimateInput | undefined>,
	priceEur: () => number | undefined,
) {
	const answer = ref<DutiesResponse>();
	/** Value of the goods that `answer` was requested for. */
	const goodsEur = ref(0);
	const error = ref('');
	/** Key of the input that `answer` was requested for. */
	const answeredKey = ref('');
	/** Increases with each `clear`, so that the estimate is loaded again even for unchanged input. */
	const resetCount = ref(0);
	let lastRequest = 0;

	/** The input as JSON, to compare inputs. Leaves out `hsCodeChoice`, which is not sent to the service. */
	const inputKeyOf = (input: EstimateInput | undefined): string =>
		JSON.stringify(
			input && { ...input, contents: input.contents.map(({ hsCodeChoice: _hsCodeChoice, ...content }) => content) },
		);

	async function load(): Promise<void> {
		lastRequest += 1;
		const request = lastRequest;
		const input = currentInput.value;
		// Import `duties-items` only when customs applies, because the first screen does not need its schemas.
		const items = input && (await import('../shared/duties-items')).dutiesItems(input.contents);
		if (request !== lastRequest) return;
		error.value = '';
		// Customs does not apply, or an item is incomplete.
		if (!items) {
			answer.value = undefined;
			return;
		}
		const { contents, ...consignment } = input;
		const requestedGoodsEur = contentsValueEur(contents);
		const key = inputKeyOf(input);
		try {
			const estimate = await call('duties.estimate', { ...consignment, items });
			if (request !== lastRequest) return;
			answer.value = estimate;
			answeredKey.value = key;
			goodsEur.value = requestedGoodsEur;
		} catch (caught) {
			if (request !== lastRequest) return;
			answer.value = undefined;
			error.value = errorMessage(caught);
		}
	}

	// The main process translates the error.
	onLanguageChange(() => {
		if (error.value) void load();
	});

	return {
		input: currentInput,
		answer,
		error,
		load,
		resetCount,
		/** True if an estimate is shown and the form has not changed since it was requested. */
		isCurrent: (): boolean => answer.value !== undefined && answeredKey.value === inputKeyOf(currentInput.value),
		/** Landed cost: goods, duties, taxes and, if known, shipping. */
		cost: computed(() => answer.value && landedCost(answer.value, goodsEur.value, priceEur())),
		/** Clears the estimate. Answers of requests that are still running are ignored. */
		clear(): void {
			lastRequest += 1;
			resetCount.value += 1;
			answer.value = undefined;
			error.value = '';
		},
	};
}
