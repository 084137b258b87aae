// Prices of one question, asked by themselves: what was answered, which of it is looked at, and which option is chosen.
import { computed, reactive, ref, type UnwrapNestedRefs } from 'vue';
import type { Quote } from '../../../src-contract/api';
import { AppError } from '../../../src-contract/errors';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { QuoteInput } from '../../../src-contract/model/shipment-draft';
import { type OptionKey, optionKeys, sortedByPrice } from '../../../src-contract/rules/rate-options';
import { call } from '../../lib/bridge';

/** The service cannot be reached. Narrower than the disposition `retry`: a service that asks for a pause is reachable. */
export const isItemError = (caught: unknown): boolean =>
	caught instanceof AppError && ['partner.unreachable', 'service.starting'].includes(caught.code);

/** @param question undefined while it cannot be asked yet */
export function createPrices(question: () => QuoteInput | undefined) {
	const quote = ref<Quote>();
	const error = ref('');
	const asking = ref(false);
	/** Of `rows`. */
	const chosenId = ref<OptionKey>();
	/** True once a person picked an option; until then the cheapest that is looked at is the chosen one. */
	const picked = ref(false);
	/** The question that the shown prices answer. */
	const answers = ref('');
	const offline = ref(false);
	/** Empty and undefined: all of them. */
	const filter = reactive<{ carrier: string; mostDays: number | undefined }>({ carrier: '', mostDays: undefined });

	const allRows = computed(() => {
		const all = quote.value?.options ?? [];
		return optionKeys(all).flatMap((key, index) => {
			const option = all[index];
			return option ? { key, option, isCheapest: index === 0 } : [];
		});
	});
	/** The options that the filter lets through, cheapest first, each with its key: product ids may occur twice. */
	const rows = computed(() =>
		allRows.value.filter(
			({ option: { carrier, maxEstimatedTransitTimeInWorkingsDays: days } }) =>
				(filter.carrier === '' || carrier === filter.carrier) &&
				(typeof filter.mostDays !== 'number' || (days !== undefined && days <= filter.mostDays)),
		),
	);
	const options = computed(() => rows.value.map(({ option }) => option));
	const chosen = computed(() => allRows.value.find(({ key }) => key === chosenId.value)?.option);

	/** What a person picked stays for as long as it is looked at. */
	function choose(): void {
		if (picked.value && rows.value.some(({ key }) => key === chosenId.value)) return;
		chosenId.value = rows.value[0]?.key;
		picked.value = false;
	}

	/** Picks the row after the chosen one (1) or before it (-1). */
	function step(by: 1 | -1): void {
		const index = rows.value.findIndex(({ key }) => key === chosenId.value);
		const next = rows.value[index + by];
		if (!next) return;
		chosenId.value = next.key;
		picked.value = true;
	}

	/** Grows with each clear: the next question is asked even when it equals the one before. */
	const resetCount = ref(0);
	let last = 0;
	function clear(): void {
		// Answers that are still under way belong to the question before.
		last += 1;
		resetCount.value += 1;
		quote.value = undefined;
		chosenId.value = undefined;
		picked.value = false;
		asking.value = false;
		error.value = '';
	}

	async function ask(): Promise<void> {
		last += 1;
		const mine = last;
		const asked = question();
		if (!asked) {
			quote.value = undefined;
			chosenId.value = undefined;
			asking.value = false;
			return;
		}
		asking.value = true;
		error.value = '';
		try {
			const answer = await call('rates.quote', asked);
			if (mine !== last) return;
			// Answers of earlier versions, which are shown while the service cannot be reached, are not sorted.
			quote.value = { ...answer, options: sortedByPrice(answer.options) };
			offline.value = answer.unreachable !== '';
			answers.value = JSON.stringify(asked);
			choose();
		} catch (caught) {
			if (mine !== last) return;
			quote.value = undefined;
			chosenId.value = undefined;
			error.value = errorMessage(caught);
			offline.value = isItemError(caught);
		} finally {
			if (mine === last) asking.value = false;
		}
	}

	return {
		quote,
		error,
		asking,
		chosenId,
		picked,
		chosen,
		options,
		rows,
		filter,
		offline,
		resetCount,
		/** False while what is shown answers an earlier question. */
		isCurrent: (): boolean => answers.value === JSON.stringify(question()),
		choose,
		step,
		ask,
		clear,
	};
}
/** As a store holds them. */
export type Prices = UnwrapNestedRefs<ReturnType<typeof createPrices>>;
