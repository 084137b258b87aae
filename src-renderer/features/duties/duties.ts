// State of the Duties screen. It survives leaving the screen.
import { defineStore } from 'pinia';
import { computed, reactive, ref } from 'vue';
import { AppError, type FieldError } from '../../../src-contract/errors';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { DutiesResponse } from '../../../src-contract/partner-api';
import { isDutiable } from '../../../src-contract/rules/customs-territory';
import { landedCost } from '../../../src-contract/rules/landed-cost';
import { call } from '../../lib/bridge';
import { type ContentInput, contentsValueEur, newContent, nextContent } from '../../lib/draft-fields';
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
		from: typeof draft.from;
		to: typeof draft.to;
		goodsEur: number;
		asOf: string;
		/** The question that this estimate answers, as JSON. */
		questionJson: string;
	}>();
	const error = ref('');
	const fieldErrors = ref<FieldError[]>([]);
	/** The question that `fieldErrors` belong to, as JSON. Their paths contain the item numbers of that question. */
	const refusedQuestion = ref('');

	const dutiable = computed(
		() => Boolean(draft.from.countryCode && draft.to.countryCode) && isDutiable(draft.from, draft.to),
	);
	const question = computed(() => {
		const items = dutiesItems(draft.items);
		return draft.from.countryCode && draft.to.countryCode && items
			? { from: { ...draft.from }, to: { ...draft.to }, items }
			: undefined;
	});

	let lastRequest = 0;
	async function load(): Promise<void> {
		lastRequest += 1;
		const request = lastRequest;
		fieldErrors.value = [];
		error.value = '';
		if (!question.value) {
			answer.value = undefined;
			return;
		}
		const input = question.value;
		const goodsEur = contentsValueEur(draft.items);
		try {
			const estimate = await call('duties.estimate', input);
			if (request === lastRequest) {
				const { from, to } = input;
				answer.value = {
					estimate,
					from,
					to,
					goodsEur,
					asOf: new Date().toISOString(),
					questionJson: JSON.stringify(input),
				};
			}
		} catch (caught) {
			if (request !== lastRequest) return;
			answer.value = undefined;
			error.value = errorMessage(caught);
			fieldErrors.value = caught instanceof AppError ? caught.fields : [];
			refusedQuestion.value = JSON.stringify(input);
		}
	}

	function errorOf(index: number, field: string): string | undefined {
		if (refusedQuestion.value !== JSON.stringify(question.value)) return undefined;
		return fieldErrors.value.find(({ path }) => path === `contents.${index}.${field}`)?.message;
	}

	/** The typed shipping price if it is a valid amount, else undefined. */
	const shippingEur = computed(() => {
		const typed: unknown = draft.shippingEur;
		return typeof typed === 'number' && Number.isFinite(typed) && typed >= 0 ? typed : undefined;
	});

	/** Copies the route, the contents and the price from the Ship form. */
	function takeShipment(): void {
		const locationOf = ({ countryCode, zipcode, city }: typeof draft.to) => ({ countryCode, zipcode, city });
		draft.from = locationOf(ship.draft.from);
		draft.to = locationOf(ship.draft.to);
		draft.items = ship.draft.contents.map((content) => ({ ...content }));
		draft.shippingEur = ship.chosen?.price;
	}

	return {
		draft,
		answer,
		error,
		dutiable,
		question,
		/** False while the shown estimate answers an earlier question. */
		isCurrent: computed(() => answer.value?.questionJson === JSON.stringify(question.value)),
		cost: computed(() => answer.value && landedCost(answer.value.estimate, answer.value.goodsEur, shippingEur.value)),
		load,
		errorOf,
		takeShipment,
		addItem: () => draft.items.push(nextContent(draft.items)),
	};
});
