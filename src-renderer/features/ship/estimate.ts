// The duties and taxes of the shipment being composed, and what it costs once it is there.
import { type ComputedRef, computed, ref } from 'vue';
import type { CallInput } from '../../../src-contract/api';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { DutiesResponse } from '../../../src-contract/partner-api';
import { landedCost } from '../../../src-contract/rules/landed-cost';
import { call } from '../../lib/bridge';
import { type TypedContent, typedValueEur } from '../../lib/draft-fields';

type Asked = Omit<CallInput<'duties.estimate'>, 'items'> & { contents: TypedContent[] };

/** @param question undefined where no customs is passed @param priceEur of the chosen option */
export function createEstimate(question: ComputedRef<Asked | undefined>, priceEur: () => number | undefined) {
	const answer = ref<DutiesResponse>();
	/** The value that it was asked for. */
	const goodsEur = ref(0);
	const error = ref('');
	/** The question that the answer belongs to. */
	const answers = ref('');
	/** Grows with each clear: the next question is asked even when it equals the one before. */
	const resetCount = ref(0);
	let last = 0;

	/** Without what the form notes for itself, which the service is not asked. */
	const keyOf = (asked: Asked | undefined): string =>
		JSON.stringify(asked && { ...asked, contents: asked.contents.map(({ codeFor: _codeFor, ...content }) => content) });

	async function ask(): Promise<void> {
		last += 1;
		const mine = last;
		const asked = question.value;
		// Loaded when goods first pass customs: the first screen does without the service's own schemas.
		const items = asked && (await import('../shared/duties-items')).dutiesItems(asked.contents);
		if (mine !== last) return;
		error.value = '';
		// No duties are due, or an item lacks something.
		if (!items) {
			answer.value = undefined;
			return;
		}
		const { from, to, contents } = asked;
		const askedEur = typedValueEur(contents);
		const key = keyOf(asked);
		try {
			const estimate = await call('duties.estimate', { from, to, items });
			if (mine !== last) return;
			answer.value = estimate;
			answers.value = key;
			goodsEur.value = askedEur;
		} catch (caught) {
			if (mine !== last) return;
			answer.value = undefined;
			error.value = errorMessage(caught);
		}
	}

	return {
		question,
		answer,
		error,
		ask,
		resetCount,
		/** False while what is shown answers an earlier question. */
		isCurrent: (): boolean => answer.value !== undefined && answers.value === keyOf(question.value),
		landed: computed(() => answer.value && landedCost(answer.value, goodsEur.value, priceEur())),
		/** Answers that are still under way belong to the shipment before. */
		clear(): void {
			last += 1;
			resetCount.value += 1;
			answer.value = undefined;
			error.value = '';
		},
	};
}
