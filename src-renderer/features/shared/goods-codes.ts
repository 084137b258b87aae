// HS codes for goods: suggestions from the tariff, codes that users of this desk and of its site chose before, and descriptions of
// codes. Answers are cached per description of goods and per code.
import { defineStore } from 'pinia';
import { shallowReactive } from 'vue';
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
import { call, listen } from '../../lib/bridge';
import type { ContentInput } from '../../lib/draft-fields';
import { messageRef } from '../../lib/language-change';

/** Shorter and longer descriptions get no suggestion. */
const MIN_DESCRIPTION_CHARS = 2;
const MAX_DESCRIPTION_CHARS = 200;
const MAX_ANSWERS = 500;

interface CachedSuggestion extends GoodsSuggestion {
	/** Value of `decisionCount` at the request. A later decision may apply to these goods too. */
	decisionCount: number;
}

/** Reactive cache of the MAX_ANSWERS latest answers, by request. */
const createAnswerCache = <Value>() => createBoundedMap(MAX_ANSWERS, shallowReactive(new Map<string, Value>()));

/**
 * The user may have chosen a code while the request was running, and another desk may have chosen one since then.
 * @param chosen choice of this user for the description
 */
function newerChoice(chosen: RememberedCode | undefined, answer: RememberedCode | null): RememberedCode | null {
	const isAnswerNewer = answer?.match === 'description' && chosen !== undefined && answer.chosenAt > chosen.chosenAt;
	return chosen && !isAnswerNewer ? chosen : answer;
}

export const useGoodsStore = defineStore('goods', () => {
	/** By description of the goods, normalised with `goodsKey`. */
	const suggestions = createAnswerCache<CachedSuggestion>();
	/** Number of decisions that were made at this desk, or received from the site, since the start of the app. */
	let decisionCount = 0;
	listen('goods.decisionsReceived', () => {
		decisionCount += 1;
	});
	/** Codes that the user chose since the start of the app, by normalised description. */
	const chosenCodes = createAnswerCache<RememberedCode>();
	/** By code (digits only). The description is null if the code does not exist. */
	const codeDescriptions = createAnswerCache<string | null>();
	/** Error message of the last failed request; empty after a code was saved. */
	const failure = messageRef();

	/**
	 * Loads the suggested codes for a description. Never throws: the form works without suggestions.
	 * @returns undefined if the description is too short or too long, or if the request failed
	 */
	async function loadSuggestion(description: string): Promise<GoodsSuggestion | undefined> {
		const key = goodsKey(description);
		if (key.length < MIN_DESCRIPTION_CHARS || key.length > MAX_DESCRIPTION_CHARS) return undefined;
		const cached = suggestions.get(key);
		if (cached && !cached.hasFailed && cached.decisionCount === decisionCount) return cached;
		const countAtRequest = decisionCount;
		try {
			const answer = await call('goods.suggest', { description: key });
			const rememberedCode = newerChoice(chosenCodes.get(key), answer.rememberedCode);
			suggestions.set(key, { ...answer, rememberedCode, decisionCount: countAtRequest });
			return suggestions.get(key);
		} catch (error) {
			failure.value = errorMessage(error);
			return undefined;
		}
	}

	/** Loads the description of a code. Never throws: after a failed request, `descriptionOf` returns undefined. */
	async function loadDescription(code: string): Promise<void> {
		const digits = parseHsCode(code);
		if (!digits || codeDescriptions.has(digits)) return;
		try {
			codeDescriptions.set(digits, await call('goods.describe', { code: digits }));
		} catch (error) {
			failure.value = errorMessage(error);
		}
	}

	/** Description of a code: undefined if the code is empty or not loaded, null if it is not an HS code or does not exist. */
	function descriptionOf(code: string): string | null | undefined {
		if (hsDigits(code) === '') return undefined;
		const digits = parseHsCode(code);
		return digits ? codeDescriptions.get(digits) : null;
	}

	/**
	 * Sets the code that the user chose for an item, and remembers the code for the item's current description. A code
	 * whose own description is not found is not remembered. Without a description of the item, the code is not remembered either,
	 * and is not compared with a description that is entered later.
	 */
	async function chooseCode(item: ContentInput, code: string): Promise<void> {
		const chosen = formatHsCode(code);
		const { description } = item;
		const key = goodsKey(description);
		item.hsCode = chosen;
		item.hsCodeChoice = key === '' ? undefined : { description: key, isAutomatic: false };
		await loadDescription(code);
		// The user has chosen another code meanwhile.
		if (item.hsCode !== chosen) return;
		if (key === '' || typeof descriptionOf(code) !== 'string') return;
		try {
			const savedCode = await call('goods.remember', { description, code });
			chosenCodes.set(key, savedCode);
			decisionCount += 1;
			const cached = suggestions.get(key);
			if (cached) suggestions.set(key, { ...cached, rememberedCode: savedCode, decisionCount });
			failure.value = '';
		} catch (error) {
			failure.value = t('The code is used here but could not be saved for next time: {message}', {
				message: errorMessage(error),
			});
		}
	}

	let fillIns: Promise<unknown> = Promise.resolve();
	/** Resolves when all running `fillInCode` calls have ended. */
	const waitForFillIns = (): Promise<unknown> => fillIns;
	/**
	 * Called when a description is entered: removes a code that was filled in for another description. Then, if the
	 * item has no code, fills in the code that was chosen for this description or the same goods before.
	 */
	function fillInCode(item: ContentInput): Promise<void> {
		const fillIn = loadAndFillIn(item);
		fillIns = Promise.all([fillIns, fillIn]).then(() => undefined);
		return fillIn;
	}

	async function loadAndFillIn(item: ContentInput): Promise<void> {
		const key = goodsKey(item.description);
		if (item.hsCodeChoice?.isAutomatic && item.hsCodeChoice.description !== key) {
			item.hsCode = '';
			item.hsCodeChoice = undefined;
		}
		const rememberedCode = (await loadSuggestion(item.description))?.rememberedCode;
		if (
			!rememberedCode ||
			rememberedCode.match === 'similar' ||
			item.hsCode !== '' ||
			goodsKey(item.description) !== key
		)
			return;
		item.hsCode = formatHsCode(rememberedCode.code);
		item.hsCodeChoice = { description: key, isAutomatic: true };
		await loadDescription(rememberedCode.code);
	}

	return {
		loadSuggestion,
		loadDescription,
		chooseCode,
		fillInCode,
		waitForFillIns,
		failure,
		descriptionOf,
		suggestionFor: (description: string) => suggestions.get(goodsKey(description)),
		/** True if the item's description has changed since its code was chosen. */
		isForOtherGoods: ({ description, hsCode, hsCodeChoice }: ContentInput): boolean =>
			hsCode !== '' && hsCodeChoice !== undefined && hsCodeChoice.description !== goodsKey(description),
	};
});
