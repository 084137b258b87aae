// The answers to the questions about goods in the language of the desk. Rare answers stay in English, as their table has them.
import { t } from '../../../src-contract/i18n';

/** @returns the text, and its language if it is not that of the desk */
export function answerText(answer: string): { text: string; lang?: 'en' } {
	const texts: Record<string, string> = {
		plastic: t('plastic'),
		wood: t('wood'),
		bamboo: t('bamboo'),
		glass: t('glass'),
		metal: t('metal'),
		steel: t('steel'),
		'stainless steel': t('stainless steel'),
		iron: t('iron'),
		aluminium: t('aluminium'),
		copper: t('copper'),
		brass: t('brass'),
		ceramic: t('ceramic'),
		porcelain: t('porcelain'),
		stone: t('stone'),
		paper: t('paper'),
		cardboard: t('cardboard'),
		leather: t('leather'),
		rubber: t('rubber'),
		silicone: t('silicone'),
		textile: t('textile'),
		cotton: t('cotton'),
		wool: t('wool'),
		silk: t('silk'),
		linen: t('linen'),
		polyester: t('polyester'),
		synthetic: t('synthetic'),
		knitted: t('knitted'),
		woven: t('woven'),
		felt: t('felt'),
		men: t('men'),
		women: t('women'),
		baby: t('baby'),
		electric: t('electric'),
		battery: t('battery'),
		hand: t('by hand'),
		fresh: t('fresh'),
		frozen: t('frozen'),
		dried: t('dried'),
		set: t('set'),
		part: t('part'),
		household: t('household'),
		industrial: t('industrial'),
		toy: t('toy'),
	};
	const text = Object.hasOwn(texts, answer) ? texts[answer] : undefined;
	return text === undefined ? { text: answer, lang: 'en' } : { text };
}
