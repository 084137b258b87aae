// The HS code that best fits a description: words in common, the rare ones counting more. Deterministic.
import type { NomenclatureRow } from './tables';

const LEAST_SHARE = 0.34;

/** Lower-case words without accents, hyphens or an English plural. */
export function wordsOf(text: string): string[] {
	return text
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/-/g, '')
		.split(/[^a-z0-9]+/)
		.filter((word) => word.length > 1)
		.map((word) => (word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word));
}

export function createClassifier(nomenclature: readonly NomenclatureRow[]) {
	const entries = nomenclature.map((row) => ({ code: row.code, words: new Set(wordsOf(row.description)) }));
	const frequency = new Map<string, number>();
	for (const { words } of entries) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
	const weight = (word: string) => Math.log(1 + entries.length / (frequency.get(word) ?? entries.length * 2));

	/** @returns the six-digit code, or undefined when too little of the description is understood */
	return (description: string): string | undefined => {
		const words = [...new Set(wordsOf(description))];
		const total = words.reduce((sum, word) => sum + weight(word), 0);
		let best: { code: string; score: number; shared: number } | undefined;
		for (const entry of entries) {
			const shared = words.filter((word) => entry.words.has(word)).reduce((sum, word) => sum + weight(word), 0);
			const own = [...entry.words].reduce((sum, word) => sum + weight(word), 0);
			const score = shared / Math.sqrt(total * own);
			if (shared > 0 && (!best || score > best.score)) best = { code: entry.code, score, shared };
		}
		return best && best.shared / total >= LEAST_SHARE ? best.code : undefined;
	};
}
