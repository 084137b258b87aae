// Suggests HS codes for a description of goods (docs/classification.md).
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { createBoundedMap } from '../../src-contract/lib/bounded-map';
import {
	type Classification,
	GOODS_FACTS,
	type GoodsQuestion,
	NO_CLASSIFICATION,
} from '../../src-contract/model/goods';
import { confidenceOf, featuresOf, probabilityOf } from './probability';
import { createRanking, type Ranking } from './ranking';

const MAX_CANDIDATES = 4;
const MAX_ANSWERS = 6;
const MAX_CACHED_DESCRIPTIONS = 2_000;

/** The question of the best name that the description leaves open; null when it has none or is answered. */
function questionOf({ names, codes }: Ranking): GoodsQuestion | null {
	const [best] = names;
	if (!best || best.answer || !best.isSameHead || !best.codes.has(codes[0]?.code ?? '')) return null;
	const fact = GOODS_FACTS.find((name) => name === best.row.fact);
	const codesAnswered = new Set<string>();
	const answers = best.row.choices.flatMap(({ answer, code }) => {
		if (codesAnswered.has(code)) return [];
		codesAnswered.add(code);
		return [{ text: answer, code }];
	});
	return fact && answers.length > 1 ? { fact, answers: answers.slice(0, MAX_ANSWERS) } : null;
}

/** @param nomenclature from `openNomenclature`; `close` of the classifier closes it */
export function createClassifier(nomenclature: DatabaseSyncInstance) {
	const { index, isWordOf, rank } = createRanking(nomenclature);
	const cache = createBoundedMap<string, Classification>(MAX_CACHED_DESCRIPTIONS);
	const describe = (code: string) => index.descriptionOf(code.slice(0, 6)) ?? index.descriptionOf(code.slice(0, 4));

	/** The words of the description that the best evidence for a code contains, in their order. */
	function matchedWords(code: string, { names, entries, wordsByStem }: Ranking): string {
		const name = names.find(({ codes }) => [...codes.keys()][0] === code);
		const nameStems = name && new Set([...name.stems, ...(name.answer?.stems ?? [])]);
		const stems = nameStems ?? entries.find(({ entry }) => entry.code === code)?.entry.ownStems;
		const isMatched = (stem: string) => stems?.has(stem) ?? isWordOf(stem, code);
		const words = [...wordsByStem].filter(([stem]) => isMatched(stem)).map(([, word]) => word);
		return [...new Set(words)].join(' ');
	}

	function computeClassification(description: string): Classification {
		const ranking = rank(description);
		const features = featuresOf(ranking);
		if (!features) return NO_CLASSIFICATION;
		const probability = probabilityOf(features);
		const confidence = confidenceOf(probability);
		return {
			confidence,
			probability,
			candidates: ranking.codes.slice(0, MAX_CANDIDATES).map(({ code }) => ({
				code,
				description: describe(code) ?? '',
				heading: index.descriptionOf(code.slice(0, 4)) ?? '',
				matchedWords: matchedWords(code, ranking),
			})),
			question: confidence === 'sure' ? null : questionOf(ranking),
		};
	}

	/**
	 * Suggests at most four codes for the description, best first; none when the index contains none of its words. Results are
	 * cached, because a desk ships the same goods repeatedly.
	 */
	function classify(description: string): Classification {
		const cached = cache.get(description);
		if (cached) return cached;
		const classification = computeClassification(description);
		cache.set(description, classification);
		return classification;
	}

	return {
		classify,

		/** Whether the first six digits are a code of the Harmonised System. */
		isCode: (code: string): boolean => index.isCode(code.slice(0, 6)),

		/** Description of the code's subheading, or else of its heading; undefined when neither has one. */
		describe,

		/** The code of the first candidate, unless the classifier is unsure of it; empty then. */
		likelyCode(description: string): string {
			const { candidates, confidence } = classify(description);
			return confidence === 'unsure' ? '' : (candidates[0]?.code ?? '');
		},

		close: index.close,
	};
}
export type Classifier = ReturnType<typeof createClassifier>;
