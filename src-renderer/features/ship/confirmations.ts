// Warnings that the user confirms with a second press before a booking: customs problems, and a price that differs from the
// one shown.

import { t } from '../../../src-contract/i18n';
import { formatHsCode } from '../../../src-contract/model/goods';
import type { RateOption } from '../../../src-contract/partner-api';
import { isolated } from '../../../src-contract/rules/bidi';
import type { ContentInput } from '../../lib/draft-fields';
import type { useGoodsStore } from '../shared/goods-codes';
import type { Prices } from '../shared/prices';

/** Minimum time before a press counts as a confirmation. */
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
		const chosenFor = item.codeFor?.description ?? '';
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
	return suggestion.confidence === 'low'
		? t('"{description}" has no HS code. Suggestion: {code} (uncertain).', { description, code })
		: t('"{description}" has no HS code. Suggestion: {code}.', { description, code });
}

/** @param showMessage shows why the booking stopped */
export function createConfirmations(goods: Goods, prices: Prices, showMessage: (message: string) => void) {
	/** The warnings that the user saw; the next press confirms them. */
	let shownWarnings = '';
	let shownAt = Number.NEGATIVE_INFINITY;

	return {
		/** True right after a message was shown: a held key or a second click does not confirm it. */
		isUnread: (): boolean => performance.now() - shownAt < MIN_READING_MS,

		/**
		 * Checks the HS codes, because customs holds parcels without them. The user can confirm the warning.
		 * @param contents that pass customs
		 * @returns true if there is nothing to confirm
		 */
		async customs(contents: readonly ContentInput[]): Promise<boolean> {
			for (const { description, hsCode } of contents) {
				await goods.describe(hsCode);
				if (!hsCode.trim()) await goods.suggest(description);
			}
			const warnings = contents.flatMap((item) => customsWarning(goods, item) ?? []).join(' ');
			if (warnings === '' || warnings === shownWarnings) return true;
			shownWarnings = warnings;
			shownAt = performance.now();
			showMessage(
				t(
					'{warnings} Customs may hold the parcel. Nothing was sent: choose a code, or press again to continue without.',
					{
						warnings,
					},
				),
			);
			return false;
		},

		/**
		 * Checks that the price is the one that was shown. Loads the rates again if they are outdated.
		 * @param shown the option that was chosen on screen when the user pressed
		 * @returns false if the price differs or is unknown
		 */
		async price(shown: RateOption | undefined): Promise<boolean> {
			const isOutdated = Boolean(prices.quote?.unreachable);
			if (prices.isLoading || isOutdated || !prices.isCurrent()) {
				// A newer request supersedes this one, which then returns without prices. Repeat until the newest is answered.
				do await prices.load();
				while (prices.isLoading);
			}
			const now = prices.chosen;
			if (prices.quote?.unreachable) {
				showMessage(
					t('{unreachable} Prices may be out of date. Wait until you are online, or queue the shipment.', {
						unreachable: prices.quote.unreachable,
					}),
				);
				return false;
			}
			// Two options may share a product id, so compare their names too.
			const isSame = (['productId', 'price', 'carrier', 'product'] as const).every(
				(key) => shown?.[key] === now?.[key],
			);
			if (shown && isSame) return true;
			shownAt = performance.now();
			showMessage(
				now
					? t(
							'The price is {price} EUR with {carrier} {product}. Nothing was sent: press again to book at this price.',
							{ price: now.price.toFixed(2), carrier: isolated(now.carrier), product: isolated(now.product) },
						)
					: prices.error || t('There is no price for this shipment yet. Nothing was sent.'),
			);
			return false;
		},

		/** Resets the warnings for the next shipment. */
		reset(): void {
			shownWarnings = '';
			shownAt = Number.NEGATIVE_INFINITY;
		},
	};
}
