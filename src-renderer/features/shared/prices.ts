// Loads the rates for a form, filters the options, and holds the chosen option.
import { computed, reactive, ref, type UnwrapNestedRefs } from 'vue';
import type { Quote } from '../../../src-contract/api';
import { isServiceUnreachable } from '../../../src-contract/errors';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { QuoteInput } from '../../../src-contract/model/shipment-draft';
import { type OptionKey, optionKeys, sortedByPrice } from '../../../src-contract/rules/rate-options';
import { call } from '../../lib/bridge';
import { onLanguageChange } from '../../lib/language-change';

/** @param getInput returns undefined while the form is incomplete */
export function createPrices(getInput: () => QuoteInput | undefined) {
	const quote = ref<Quote>();
	const error = ref('');
	const isLoading = ref(false);
	/** Key of the chosen option. */
	const chosenKey = ref<OptionKey>();
	/** True while the chosen option is one that the user picked. Otherwise the cheapest visible option is chosen. */
	const isPicked = ref(false);
	/** The input that the shown prices were loaded for, as JSON. */
	const answeredInputJson = ref('');
	/** Set when a rate request or an action of the form cannot reach the service, until a rate request reaches the service again. */
	const isOffline = ref(false);
	/** `carrier`: empty for all carriers. `maxDays`: maximum delivery time in working days, undefined for any. */
	const filter = reactive<{ carrier: string; maxDays: number | undefined }>({ carrier: '', maxDays: undefined });

	/** All options, cheapest first, each with a key, because several options may share a product id. */
	const allRows = computed(() => {
		const options = quote.value?.options ?? [];
		return optionKeys(options).flatMap((key, index) => {
			const option = options[index];
			return option ? { key, option, isCheapest: index === 0 } : [];
		});
	});
	/** The rows whose options pass the filter, cheapest first. */
	const visibleRows = computed(() =>
		allRows.value.filter(
			({ option: { carrier, maxEstimatedTransitTimeInWorkingsDays: days } }) =>
				(filter.carrier === '' || carrier === filter.carrier) &&
				(typeof filter.maxDays !== 'number' || (days !== undefined && days <= filter.maxDays)),
		),
	);
	const visibleOptions = computed(() => visibleRows.value.map(({ option }) => option));
	const chosenOption = computed(() => allRows.value.find(({ key }) => key === chosenKey.value)?.option);

	/** Chooses the cheapest visible option, unless the user picked an option that is still visible. */
	function updateChoice(): void {
		if (isPicked.value && visibleRows.value.some(({ key }) => key === chosenKey.value)) return;
		chosenKey.value = visibleRows.value[0]?.key;
		isPicked.value = false;
	}

	/** Picks the visible option at this position, if there is one. */
	function pickAt(index: number): void {
		const row = visibleRows.value[index];
		if (!row) return;
		chosenKey.value = row.key;
		isPicked.value = true;
	}

	/** Picks the option below the chosen option (1) or above it (-1). */
	function moveChoice(direction: 1 | -1): void {
		pickAt(visibleRows.value.findIndex(({ key }) => key === chosenKey.value) + direction);
	}

	/** Increases with each `clear`, so that the prices are loaded again even for unchanged input. */
	const resetCount = ref(0);
	let lastRequest = 0;
	function clear(): void {
		// Ignore the answers of requests that are still running.
		lastRequest += 1;
		resetCount.value += 1;
		quote.value = undefined;
		chosenKey.value = undefined;
		isPicked.value = false;
		isLoading.value = false;
		error.value = '';
	}

	/** @param isUserRequest whether the user pressed a button; see `Connection.rates` */
	async function load(isUserRequest = false): Promise<void> {
		lastRequest += 1;
		const request = lastRequest;
		const quoteInput = getInput();
		error.value = '';
		if (!quoteInput) {
			quote.value = undefined;
			chosenKey.value = undefined;
			isLoading.value = false;
			return;
		}
		isLoading.value = true;
		try {
			const answer = await call('rates.quote', { ...quoteInput, isUserRequest });
			if (request !== lastRequest) return;
			// Sort, because prices that an older version of the program saved for offline use are not sorted.
			quote.value = { ...answer, options: sortedByPrice(answer.options) };
			isOffline.value = answer.isOffline;
			answeredInputJson.value = JSON.stringify(quoteInput);
			updateChoice();
		} catch (caught) {
			if (request !== lastRequest) return;
			quote.value = undefined;
			chosenKey.value = undefined;
			error.value = errorMessage(caught);
			isOffline.value = isServiceUnreachable(caught);
		} finally {
			if (request === lastRequest) isLoading.value = false;
		}
	}

	// The main process translates the notes of the answer and the error.
	onLanguageChange(() => {
		if (quote.value || error.value) void load();
	});

	return {
		quote,
		error,
		isLoading,
		chosenKey,
		isPicked,
		chosenOption,
		visibleOptions,
		visibleRows,
		filter,
		isOffline,
		resetCount,
		/** False while the form has changed since the shown prices were loaded. */
		isCurrent: (): boolean => answeredInputJson.value === JSON.stringify(getInput()),
		updateChoice,
		pickAt,
		moveChoice,
		load,
		clear,
	};
}
/** The prices as a property of a Pinia store, which unwraps the refs. */
export type Prices = UnwrapNestedRefs<ReturnType<typeof createPrices>>;
