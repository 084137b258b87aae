// What the nomenclature and the desk's memory say of descriptions and codes, asked once for each.
import { defineStore } from 'pinia';
import { reactive } from 'vue';
import { type GoodsSuggestion, hsCodeSchema } from '../../src-contract/goods';
import { call } from '../station';

const LEAST_LETTERS = 3;
const MOST_HELD = 500;

function holding<Value>() {
	const held = reactive(new Map<string, Value>());
	return {
		get: (key: string) => held.get(key) as Value | undefined,
		has: (key: string) => held.has(key),
		set(key: string, value: Value): void {
			if (held.size >= MOST_HELD) held.clear();
			held.set(key, value as never);
		},
		delete: (key: string) => held.delete(key),
	};
}

export const useGoodsStore = defineStore('goods', () => {
	const suggestions = holding<GoodsSuggestion>();
	/** By code as digits; null for a code that is none. */
	const described = holding<string | null>();

	async function suggest(description: string): Promise<GoodsSuggestion | undefined> {
		const text = description.trim();
		if (text.length < LEAST_LETTERS) return undefined;
		const held = suggestions.get(text);
		if (held) return held;
		const answer = await call('goods.suggest', { description: text });
		suggestions.set(text, answer);
		return answer;
	}

	async function describe(code: string): Promise<void> {
		const { data: digits } = hsCodeSchema.safeParse(code);
		if (!digits || described.has(digits)) return;
		described.set(digits, await call('goods.describe', { code: digits }));
	}

	/** Keeps a person's choice for the description. */
	async function remember(description: string, code: string): Promise<void> {
		const text = description.trim();
		const { data: digits } = hsCodeSchema.safeParse(code);
		if (text === '' || !digits) return;
		const remembered = await call('goods.remember', { description: text, code: digits });
		const held = suggestions.get(text);
		if (held) suggestions.set(text, { ...held, remembered });
	}

	return {
		suggest,
		describe,
		remember,
		suggestionFor: (description: string) => suggestions.get(description.trim()),
		/** What the code holds: undefined while it is not known, null when there is no such code. */
		descriptionOf(code: string): string | null | undefined {
			const { data: digits } = hsCodeSchema.safeParse(code);
			return digits && described.get(digits);
		},
	};
});
