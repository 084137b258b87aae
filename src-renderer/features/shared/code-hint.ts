// The line under an item: what its HS code means, or which code is suggested.
import { t } from '../../../src-contract/i18n';
import { formatHsCode, hsDigits, type RememberedCode } from '../../../src-contract/model/goods';
import type { ContentInput } from '../../lib/draft-fields';
import { chapterTitle } from './chapter-titles';
import type { useGoodsStore } from './goods-codes';

/** Part of a text. The descriptions of codes are in English in every language of the desk. */
export interface TextPart {
	text: string;
	lang?: 'en';
}
export interface CodeHint {
	parts: TextPart[];
	colour: string;
}

/** Stands in a translated text for the description of a code. */
export const GOODS = '\uFFFC';
export function partsOf(text: string, goodsName: string): TextPart[] {
	const [before = '', after = ''] = text.split(GOODS);
	const parts: TextPart[] = [{ text: before }, { text: goodsName, lang: 'en' }, { text: after }];
	return parts.filter(({ text: partText }) => partText !== '');
}

const SUGGESTION_TEXTS = {
	sure: (code: string) => t('Suggested: {code} {goods} (sure). ↓ in HS code to choose', { code, goods: GOODS }),
	check: (code: string) => t('Suggested: {code} {goods} (check it). ↓ in HS code to choose', { code, goods: GOODS }),
	unsure: (code: string) => t('Suggested: {code} {goods} (unsure). ↓ in HS code to choose', { code, goods: GOODS }),
};

/** Who chose a code, and for which goods if these were described in other words. */
function chosenText({ chosenBy, match, decidedFor }: RememberedCode): string {
	if (match !== 'description')
		return chosenBy
			? t('chosen by {person} for "{goods}"', { person: chosenBy, goods: decidedFor })
			: t('chosen at this desk for "{goods}"', { goods: decidedFor });
	return chosenBy ? t('chosen by {person}', { person: chosenBy }) : t('chosen at this desk');
}

/** The hint for a code that was chosen for similar goods. */
function similarHint(similarCode: RememberedCode): CodeHint {
	const code = formatHsCode(similarCode.code);
	const text = t('Suggested: {code} {goods} ({reason}). ↓ in HS code to choose', {
		code,
		goods: GOODS,
		reason: chosenText(similarCode),
	});
	return { parts: partsOf(text, similarCode.description), colour: 'text-muted' };
}

const hintOf = (colour: string, text: string): CodeHint => ({ parts: [{ text }], colour });

export function codeHint(item: ContentInput, goods: ReturnType<typeof useGoodsStore>): CodeHint {
	const suggestion = goods.suggestionFor(item.description);
	if (item.hsCode) {
		const codeDescription = goods.descriptionOf(item.hsCode);
		if (codeDescription === null) return hintOf('text-error', t('{hsCode} is not an HS code', { hsCode: item.hsCode }));
		if (!codeDescription) return { parts: [], colour: '' };
		if (goods.isForOtherGoods(item)) {
			const chosenFor = item.hsCodeChoice?.description ?? '';
			const text = t('Check: {held}. The code was chosen for "{chosenFor}"', { held: GOODS, chosenFor });
			return { parts: partsOf(text, codeDescription), colour: 'text-warning' };
		}
		const { rememberedCode } = suggestion ?? {};
		const isRemembered = rememberedCode && hsDigits(rememberedCode.code) === hsDigits(item.hsCode);
		const chosenByText = isRemembered ? ` · ${chosenText(rememberedCode)}` : '';
		const title = chapterTitle(item.hsCode);
		const text = `✓ ${title ? `${title}: ` : ''}${GOODS}${chosenByText}`;
		return { parts: partsOf(text, codeDescription), colour: 'text-muted' };
	}
	if (!suggestion) return { parts: [], colour: '' };
	if (suggestion.rememberedCode?.match === 'similar') return similarHint(suggestion.rememberedCode);
	if (suggestion.hasFailed) return hintOf('text-warning', t('Codes cannot be looked up right now: type the code'));
	const [best] = suggestion.candidates;
	if (!best) return hintOf('text-warning', t('No matching code: describe the goods in more detail, or type the code'));
	return {
		parts: partsOf(SUGGESTION_TEXTS[suggestion.confidence](formatHsCode(best.code)), best.description),
		colour: suggestion.confidence === 'unsure' ? 'text-warning' : 'text-muted',
	};
}
