// What the nomenclature and the desk's memory say of descriptions and codes, asked once for each.
import { defineStore } from 'pinia';
import { ref, shallowReactive } from 'vue';
import { t } from '../../../src-contract/i18n';
import { createBoundedMap } from '../../../src-contract/lib/bounded-map';
import { errorMessage } from '../../../src-contract/lib/error-message';
import {
	formatHsCode,
	type GoodsSuggestion,
	goodsKey,
	hsDigits,
	parseHsCode,
	type RememberedCode,
} from '../../../src-contract/model/goods';
import { call } from '../../lib/bridge';
import type { TypedContent } from '../../lib/draft-fields';

const MIN_CHARS = 2;
const MAX_ANSWERS = 500;

/** Answers by request; screens follow them. */
const createAnswers = <Value>() => createBoundedMap(MAX_ANSWERS, shallowReactive(new Map<string, Value>()));

export const useGoodsStore = defineStore('goods', () => {
	/** By description, as `goodsKey` makes them alike. */
	const suggestions = createAnswers<GoodsSuggestion>();
	/** What was chosen in this run, by description in the same form. */
	const chosenHere = createAnswers<RememberedCode>();
	/** By code as digits; null for a code that is none. */
	const described = createAnswers<string | null>();
	const failure = ref('');

	/** Never throws: a desk goes on without suggestions. */
	async function suggest(description: string): Promise<GoodsSuggestion | undefined> {
		const key = goodsKey(description);
		if (key.length < MIN_CHARS || key.length > 200) return undefined;
		const held = suggestions.get(key);
		if (held && !held.failed) return held;
		try {
			const answer = await call('goods.suggest', { description: key });
			// The code may have been chosen while the answer was under way.
			const remembered = chosenHere.get(key) ?? answer.remembered;
			suggestions.set(key, { ...answer, remembered });
			return suggestions.get(key);
		} catch (error) {
			failure.value = errorMessage(error);
			return undefined;
		}
	}

	/** Never throws; what could not be asked stays unknown. */
	async function describe(code: string): Promise<void> {
		const digits = parseHsCode(code);
		if (!digits || described.has(digits)) return;
		try {
			described.set(digits, await call('goods.describe', { code: digits }));
		} catch (error) {
			failure.value = errorMessage(error);
		}
	}

	/** What the code holds: undefined while it is not known, null when there is no such code. */
	function descriptionOf(code: string): string | null | undefined {
		if (hsDigits(code) === '') return undefined;
		const digits = parseHsCode(code);
		return digits ? described.get(digits) : null;
	}

	/**
	 * Takes the user's choice for the item, and remembers it for the description that the item has at this moment. Without a
	 * description the code is chosen for no goods in particular: nothing is remembered, and no later description contradicts it.
	 */
	async function choose(item: TypedContent, code: string): Promise<void> {
		const chosen = formatHsCode(code);
		const { description } = item;
		const key = goodsKey(description);
		item.hsCode = chosen;
		item.codeFor = key === '' ? undefined : { description: key, fromMemory: false };
		await describe(code);
		// A newer choice replaced this one while its code was looked up.
		if (item.hsCode !== chosen) return;
		if (key === '' || typeof descriptionOf(code) !== 'string') return;
		try {
			const remembered = await call('goods.remember', { description, code });
			chosenHere.set(key, remembered);
			const held = suggestions.get(key);
			if (held) suggestions.set(key, { ...held, remembered });
			failure.value = '';
		} catch (error) {
			failure.value = t('The code is used here but could not be kept for the next time: {message}', {
				message: errorMessage(error),
			});
		}
	}

	let recalls: Promise<unknown> = Promise.resolve();
	/** Resolves once no remembered code is on its way into a form. */
	const recalled = (): Promise<unknown> => recalls;
	function recall(item: TypedContent): Promise<void> {
		const recalling = fillIn(item);
		recalls = Promise.all([recalls, recalling]).then(() => undefined);
		return recalling;
	}

	/** Once a description is typed: a code that memory filled in for another one goes, and the one for this one comes. */
	async function fillIn(item: TypedContent): Promise<void> {
		const key = goodsKey(item.description);
		if (item.codeFor?.fromMemory && item.codeFor.description !== key) {
			item.hsCode = '';
			item.codeFor = undefined;
		}
		const remembered = (await suggest(item.description))?.remembered;
		if (!remembered || item.hsCode !== '' || goodsKey(item.description) !== key) return;
		item.hsCode = formatHsCode(remembered.code);
		item.codeFor = { description: key, fromMemory: true };
		await describe(remembered.code);
	}

	return {
		suggest,
		describe,
		choose,
		recall,
		recalled,
		failure,
		descriptionOf,
		suggestionFor: (description: string) => suggestions.get(goodsKey(description)),
		/** True for a code that was chosen for other goods than the item's. */
		isForOtherGoods: ({ description, hsCode, codeFor }: TypedContent): boolean =>
			hsCode !== '' && codeFor !== undefined && codeFor.description !== goodsKey(description),
	};
});
