// Warnings that stop a submission until the user presses the button again: what to check before booking, customs problems, a second
// pickup on one day, and a price that differs from the shown price.

import { t } from '../../../src-contract/i18n';
import type { Address } from '../../../src-contract/model/address';
import { formatHsCode } from '../../../src-contract/model/goods';
import type { RateOption } from '../../../src-contract/partner-api';
import { amountText } from '../../../src-contract/rules/amount-text';
import { isolateBidi } from '../../../src-contract/rules/bidi';
import { call } from '../../lib/bridge';
import type { ContentInput } from '../../lib/draft-fields';
import type { useGoodsStore } from '../shared/goods-codes';
import type { Prices } from '../shared/prices';
import type { ErrorLink } from './error-links';
import { pickedUpTodayText } from './pickup-texts';

/** Minimum time between a warning and the press that confirms the warning. */
const MIN_READING_MS = 700;

type Goods = ReturnType<typeof useGoodsStore>;

/** @returns the customs problem of an item as a sentence, or undefined if there is none */
function customsWarning(goods: Goods, item: ContentInput): string | undefined {
	const { description, hsCode } = item;
	if (description.trim() === '') return undefined;
	if (hsCode.trim()) {
		const codeDescription = goods.descriptionOf(hsCode);
		if (codeDescription === null) return t('"{description}": {hsCode} is not an HS code.', { description, hsCode });
		if (codeDescription === undefined)
			return t('"{description}": {hsCode} could not be looked up.', { description, hsCode });
		if (!goods.isForOtherGoods(item)) return undefined;
		const chosenFor = item.hsCodeChoice?.description ?? '';
		return t('"{description}": {hsCode} ({held}) was chosen for "{chosenFor}".', {
			description,
			hsCode,
			held: codeDescription,
			chosenFor,
		});
	}
	const suggestion = goods.suggestionFor(description);
	const best = suggestion?.candidates[0];
	if (!best) return t('"{description}" has no HS code.', { description });
	const code = formatHsCode(best.code);
	return suggestion.confidence === 'unsure'
		? t('"{description}" has no HS code. Suggestion: {code} (unsure).', { description, code })
		: t('"{description}" has no HS code. Suggestion: {code}.', { description, code });
}

/** A warning about a field, with the value of the field. */
export type FieldWarning = ErrorLink & { value: string };

/** A warning without a field of its own. */
interface Warning {
	/** The warning alone, for the history of the shipment. */
	text: string;
	/** The warning as it is shown, with what to do. */
	message: string;
}

/** @param showMessage shows why nothing was sent */
export function createConfirmations(goods: Goods, prices: Prices, showMessage: (message: string) => void) {
	/** The warnings that the user saw; the next press confirms them. */
	const shownKeys = new Set<string>();
	let shownAt = Number.NEGATIVE_INFINITY;

	async function customsWarnings(contents: readonly ContentInput[]): Promise<Warning[]> {
		for (const { description, hsCode } of contents) {
			await goods.loadDescription(hsCode);
			if (!hsCode.trim()) await goods.loadSuggestion(description);
		}
		const text = contents.flatMap((item) => customsWarning(goods, item) ?? []).join(' ');
		if (text === '') return [];
		const message = t(
			'{warnings} Customs may hold the parcel. Nothing was sent: choose a code, or press again to continue without.',
			{ warnings: text },
		);
		return [{ text, message }];
	}

	async function pickupWarnings(sender: Address | undefined): Promise<Warning[]> {
		if (!sender) return [];
		const { addressLine1, zipcode } = sender;
		const last = await call('shipments.findPickup', { addressLine1, zipcode }).catch(() => null);
		const text = last?.carrier === prices.chosenOption?.carrier ? pickedUpTodayText(last) : '';
		if (text === '') return [];
		return [{ text, message: t('{text} Nothing was sent: press again to request another pickup.', { text }) }];
	}

	return {
		/** True while the user cannot have read the last warning yet. A held key or a double click must not confirm the warning. */
		isTooSoon: (): boolean => performance.now() - shownAt < MIN_READING_MS,

		/**
		 * Checks the HS codes, because customs holds parcels without them, and whether the sender's pickup was requested already. Shows
		 * the warnings that the user has not seen; the next press confirms them.
		 * @param fieldWarnings warnings that the form shows beside the names of their fields
		 * @param customsItems the contents if customs applies, else an empty list
		 * @param pickupFrom the sender if a pickup is requested
		 * @returns the texts of the warnings if the user has confirmed all of them; else whether a new one is about a field
		 */
		async confirmWarnings(
			fieldWarnings: readonly FieldWarning[],
			customsItems: readonly ContentInput[],
			pickupFrom: Address | undefined,
		): Promise<{ texts: string[] } | { isNewFieldWarning: boolean }> {
			const warnings = [...(await customsWarnings(customsItems)), ...(await pickupWarnings(pickupFrom))];
			const fieldTexts = fieldWarnings.map(({ name, message }) => `${name}: ${message}`);
			const texts = warnings.map(({ text }) => text);
			// With the value, because the same warning about another value is a new one.
			const fieldKeys = fieldWarnings.map(({ value }, index) => `${fieldTexts[index]} ${value}`);
			const isNew = (key: string) => !shownKeys.has(key);
			const isNewFieldWarning = fieldKeys.some(isNew);
			if (!isNewFieldWarning && !texts.some(isNew)) return { texts: [...fieldTexts, ...texts] };
			for (const key of [...fieldKeys, ...texts]) shownKeys.add(key);
			shownAt = performance.now();
			showMessage(warnings.map(({ message }) => message).join(' '));
			return { isNewFieldWarning };
		},

		/**
		 * Checks that the chosen option and its price are those that the user saw. Loads the prices again if they are outdated, and
		 * shows a message if the check fails.
		 * @param shownOption the option that was chosen on screen when the user pressed the button
		 * @returns false if option or price differ, or if there is no current price
		 */
		async confirmPrice(shownOption: RateOption | undefined): Promise<boolean> {
			const isOutdated = Boolean(prices.quote?.failure);
			if (prices.isLoading || isOutdated || !prices.isCurrent()) {
				// If the form changes meanwhile, a newer request replaces this request. Repeat until the newest request is answered.
				do await prices.load(true);
				while (prices.isLoading);
			}
			const currentOption = prices.chosenOption;
			if (prices.quote?.failure) {
				const { failure, isOffline } = prices.quote;
				showMessage(
					isOffline
						? t('{failure} Prices may be out of date. Wait until you are online, or queue the shipment.', { failure })
						: t('{failure} Prices may be out of date. Press again later.', { failure }),
				);
				return false;
			}
			// Two options may share a product id, so compare their names too.
			const isSameOption = (['productId', 'price', 'carrier', 'product'] as const).every(
				(key) => shownOption?.[key] === currentOption?.[key],
			);
			if (shownOption && isSameOption) return true;
			shownAt = performance.now();
			showMessage(
				currentOption
					? t(
							'The price is {price} EUR with {carrier} {product}. Nothing was sent: press again to book at this price.',
							{
								price: amountText(currentOption.price),
								carrier: isolateBidi(currentOption.carrier),
								product: isolateBidi(currentOption.product),
							},
						)
					: prices.error || t('There is no price for this shipment yet. Nothing was sent.'),
			);
			return false;
		},

		/** Forgets the shown warnings. Called before the next shipment. */
		reset(): void {
			shownKeys.clear();
			shownAt = Number.NEGATIVE_INFINITY;
		},
	};
}
