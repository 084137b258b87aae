// State of the Duties screen. The store outlives the view, so that the input survives a change of screen.
import { defineStore } from 'pinia';
import { computed, reactive, ref } from 'vue';
import { AppError, type FieldError } from '../../../src-contract/errors';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { DutiesResponse } from '../../../src-contract/partner-api';
import { isDutiable } from '../../../src-contract/rules/customs-territory';
import { landedCost } from '../../../src-contract/rules/landed-cost';
import { call } from '../../lib/bridge';
import { type ContentInput, contentsValueEur, newContent, nextContent } from '../../lib/draft-fields';
import { onLanguageChange } from '../../lib/language-change';
import { dutiesItems } from '../shared/duties-items';
import { useShipFormStore } from '../shared/ship-form/ship-form';

type LocationDraft = Record<'countryCode' | 'zipcode' | 'city', string>;
interface DutiesDraft {
	from: LocationDraft;
	to: LocationDraft;
	items: ContentInput[];
	shippingEur: number | undefined;
}

export const useDutiesStore = defineStore('duties', () => {
	const ship = useShipFormStore();
	const draft = reactive<DutiesDraft>({
		from: { countryCode: '', zipcode: '', city: '' },
		to: { countryCode: '', zipcode: '', city: '' },
		items: [newContent()],
		shippingEur: undefined,
	});
	const answer = ref<{
		estimate: DutiesResponse;
		/** Route of the estimate. */
		from: typeof draft.from;
		to: typeof draft.to;
		/** Value of the goods that the estimate was requested for. */
		goodsEur: number;
		/** Time of the estimate, ISO 8601. */
		estimatedAt: string;
		/** The input that the estimate was requested for, as JSON. */
		inputJson: string;
	}>();
	const error = ref('');
	const fieldErrors = ref<FieldError[]>([]);
	/** The input that was refused with `fieldErrors`, as JSON. The paths of the errors contain the item numbers of that input. */
	const refusedInputJson = ref('');

	const dutiable = computed(
		() => Boolean(draft.from.countryCode && draft.to.countryCode) && isDutiable(draft.from, draft.to),
	);
	/** The entered shipping price, or undefined if the input is not a valid amount. */
	const shippingEur = computed(() => {
		const entered: unknown = draft.shippingEur;
		return typeof entered === 'number' && Number.isFinite(entered) && entered >= 0 ? entered : undefined;
	});

	/** Input of the estimate, or undefined while the form is incomplete. */
	const input = computed(() => {
		const items = dutiesItems(draft.items);
		return draft.from.countryCode && draft.to.countryCode && items
			? { from: { ...draft.from }, to: { ...draft.to }, items, freightEur: shippingEur.value }
			: undefined;
	});

	let lastRequest = 0;
	async function load(): Promise<void> {
		lastRequest += 1;
		const request = lastRequest;
		fieldErrors.value = [];
		error.value = '';
		if (!input.value) {
			answer.value = undefined;
			return;
		}
		const requestedInput = input.value;
		const goodsEur = contentsValueEur(draft.items);
		try {
			const estimate = await call('duties.estimate', requestedInput);
			if (request === lastRequest) {
				const { from, to } = requestedInput;
				answer.value = {
					estimate,
					from,
					to,
					goodsEur,
					estimatedAt: new Date().toISOString(),
					inputJson: JSON.stringify(requestedInput),
				};
			}
		} catch (caught) {
			if (request !== lastRequest) return;
			answer.value = undefined;
			error.value = errorMessage(caught);
			fieldErrors.value = caught instanceof AppError ? caught.fields : [];
			refusedInputJson.value = JSON.stringify(requestedInput);
		}
	}

	// The main process translates the error.
	onLanguageChange(() => {
		if (error.value) void load();
	});

	/** Error of an item's field. Undefined once the input has changed since it was refused. */
	function errorOf(index: number, field: string): string | undefined {
		if (refusedInputJson.value !== JSON.stringify(input.value)) return undefined;
		return fieldErrors.value.find(({ path }) => path === `contents.${index}.${field}`)?.message;
	}

	/** Copies the route, the contents and the price from the Ship form. */
	function copyFromShip(): void {
		const locationOf = ({ countryCode, zipcode, city }: typeof draft.to) => ({ countryCode, zipcode, city });
		draft.from = locationOf(ship.draft.from);
		draft.to = locationOf(ship.draft.to);
		draft.items = ship.draft.contents.map((content) => ({ ...content }));
		draft.shippingEur = ship.chosenOption?.price;
	}

	return {
		draft,
		answer,
		error,
		dutiable,
		input,
		/** False while the form has changed since the shown estimate was loaded. */
		isCurrent: computed(() => answer.value?.inputJson === JSON.stringify(input.value)),
		cost: computed(() => answer.value && landedCost(answer.value.estimate, answer.value.goodsEur, shippingEur.value)),
		load,
		errorOf,
		copyFromShip,
		addItem: () => draft.items.push(nextContent(draft.items)),
	};
});
