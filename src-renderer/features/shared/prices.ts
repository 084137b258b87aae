// Rates for one question: loads them, filters the options and keeps the chosen one.
import { computed, reactive, ref, type UnwrapNestedRefs } from 'vue';
import type { Quote } from '../../../src-contract/api';
import { AppError } from '../../../src-contract/errors';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { QuoteInput } from '../../../src-contract/model/shipment-draft';
import { type OptionKey, optionKeys, sortedByPrice } from '../../../src-contract/rules/rate-options';
import { call } from '../../lib/bridge';

/**
 * True if the service cannot be reached. This is narrower than the disposition `retry`: a service that asks for a pause is
 * reachable.
 */
export const isServiceUnreachable = (caught: unknown): boolean =>
	caught instanceof AppError && ['partner.unreachable', 'service.starting'].includes(caught.code);

/** @param question returns undefined while the question is incomplete */
export function createPrices(question: () => QuoteInput | undefined) {
	const quote = ref<Quote>();
	const error = ref('');
	const isLoading = ref(false);
	/** Key of the chosen row. */
	const chosenId = ref<OptionKey>();
	/** True once the user picked an option. Until then the cheapest visible option is chosen. */
	const isPicked = ref(false);
	/** The question that the shown prices answer, as JSON. */
	const answeredQuestion = ref('');
	const isOffline = ref(false);
	/** An empty carrier and undefined days mean no filter. */
	const filter = reactive<{ carrier: string; maxDays: number | undefined }>({ carrier: '', maxDays: undefined });

	const allRows = computed(() => {
		const all = quote.value?.options ?? [];
		return optionKeys(all).flatMap((key, index) => {
			const option = all[index];
			return option ? { key, option, isCheapest: index === 0 } : [];
		});
	});
	/** The options that pass the filter, cheapest first. Each has a key of its own, because product ids may repeat. */
	const rows = computed(() =>
		allRows.value.filter(
			({ option: { carrier, maxEstimatedTransitTimeInWorkingsDays: days } }) =>
				(filter.carrier === '' || carrier === filter.carrier) &&
				(typeof filter.maxDays !== 'number' || (days !== undefined && days <= filter.maxDays)),
		),
	);
	const options = computed(() => rows.value.map(({ option }) => option));
	const chosen = computed(() => allRows.value.find(({ key }) => key === chosenId.value)?.option);

	/** Chooses the cheapest visible option, unless the user picked one that is still visible. */
	function choose(): void {
		if (isPicked.value && rows.value.some(({ key }) => key === chosenId.value)) return;
		chosenId.value = rows.value[0]?.key;
		isPicked.value = false;
	}

	/** Picks the row after the chosen one (1) or before it (-1). */
	function step(by: 1 | -1): void {
		const index = rows.value.findIndex(({ key }) => key === chosenId.value);
		const next = rows.value[index + by];
		if (!next) return;
		chosenId.value = next.key;
		isPicked.value = true;
	}

	/** Increases with each clear, so that an identical question is sent again. */
	const resetCount = ref(0);
	let lastRequest = 0;
	function clear(): void {
		// Ignore answers that are still on their way.
		lastRequest += 1;
		resetCount.value += 1;
		quote.value = undefined;
		chosenId.value = undefined;
		isPicked.value = false;
		isLoading.value = false;
		error.value = '';
	}

	async function load(): Promise<void> {
		lastRequest += 1;
		const request = lastRequest;
		const quoteInput = question();
		if (!quoteInput) {
			quote.value = undefined;
			chosenId.value = undefined;
			isLoading.value = false;
			return;
		}
		isLoading.value = true;
		error.value = '';
		try {
			const answer = await call('rates.quote', quoteInput);
			if (request !== lastRequest) return;
			// Offline prices that an earlier version saved are not sorted.
			quote.value = { ...answer, options: sortedByPrice(answer.options) };
			isOffline.value = answer.unreachable !== '';
			answeredQuestion.value = JSON.stringify(quoteInput);
			choose();
		} catch (caught) {
			if (request !== lastRequest) return;
			quote.value = undefined;
			chosenId.value = undefined;
			error.value = errorMessage(caught);
			isOffline.value = isServiceUnreachable(caught);
		} finally {
			if (request === lastRequest) isLoading.value = false;
		}
	}

	return {
		quote,
		error,
		isLoading,
		chosenId,
		isPicked,
		chosen,
		options,
		rows,
		filter,
		isOffline,
		resetCount,
		/** False while the shown prices answer an earlier question. */
		isCurrent: (): boolean => answeredQuestion.value === JSON.stringify(question()),
		choose,
		step,
		load,
		clear,
	};
}
/** The type inside a Pinia store, with refs unwrapped. */
export type Prices = UnwrapNestedRefs<ReturnType<typeof createPrices>>;
