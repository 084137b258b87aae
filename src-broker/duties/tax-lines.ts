// Import tax on the goods of each HS code. The destination defines which duties, charges and transport costs count in the tax base.
import type { Reason } from '../../src-contract/partner-api';
import {
	type AssessmentLine,
	createLine,
	formatEur,
	formatLimit,
	formatPercent,
	limitReasons,
	reason,
	sum,
} from './assessment-lines';
import { type AssessmentContext, dispatchKeys, roundToCents, schemeFor, taxRatesFor } from './rules';

/** Tax lines in euros, not rounded. @param dutiesAndCharges duty and charge lines of the assessment, which may count in the tax base */
export function taxLines(context: AssessmentContext, dutiesAndCharges: readonly AssessmentLine[]): AssessmentLine[] {
	const { destination } = context;
	if (context.rules.taxes.length === 0) {
		const description = `No import tax rate is available for ${context.to.code}: the tax is unknown and not included`;
		return [
			createLine('tax', context.goods[0]?.code ?? '', 'Import tax not known', 0, description, {
				isAmountKnown: false,
				reasons: [reason('tax_unknown', { territory: context.to.code })],
			}),
		];
	}
	const hasUplift = !dispatchKeys(context.from).some((key) => destination.tax_uplift_except.includes(key));
	const upliftPercent = hasUplift ? (destination.tax_uplift_percent ?? 0) : 0;
	const taxedChargesEur = sum(dutiesAndCharges.filter(({ inTaxBase }) => inTaxBase).map(({ amount }) => amount));
	return [...new Set(context.goods.map(({ code }) => code))].flatMap((code) => {
		const goodsOfCode = context.goods.filter((goods) => goods.code === code);
		const [firstGoods] = goodsOfCode;
		if (!firstGoods) return [];
		const scheme = schemeFor(context, firstGoods, 'tax');
		// A percentage in place of both duty and tax is a duty line (duty-lines.ts).
		if (scheme?.charge === 'percent') return [];
		const valueEur = sum(goodsOfCode.map((goods) => goods.valueEur));
		const share = context.goodsEur > 0 ? valueEur / context.goodsEur : 1 / context.goods.length;
		const duties = dutiesAndCharges.filter((entry) => entry.kind === 'duty' && entry.harmonizedCode === code);
		const baseEur =
			valueEur * (1 + upliftPercent / 100) +
			(destination.tax_on_transport ? sum(goodsOfCode.map((goods) => goods.transportEur)) : 0) +
			sum(duties.map(({ amount }) => amount)) +
			taxedChargesEur * share;
		const baseText = (taxedEur: number) =>
			[
				`of ${formatEur(taxedEur)}, the value`,
				upliftPercent > 0 ? ` with ${formatPercent(upliftPercent)} added` : '',
				destination.tax_on_transport && context.isTransportKnown ? ', transport' : '',
				' and duty',
				duties.some((entry) => !entry.isAmountKnown) ? ' (unknown duties not included)' : '',
				taxedChargesEur > 0 ? ' and charges' : '',
				destination.tax_inside ? ', tax included in the base' : '',
			].join('');
		const baseReasons: Reason[] = [
			...(upliftPercent > 0 ? [reason('base_uplift', { percent: upliftPercent })] : []),
			...(destination.tax_on_transport && context.isTransportKnown ? [reason('base_has_transport')] : []),
			...(duties.some((entry) => !entry.isAmountKnown) ? [reason('base_lacks_unknown_duties')] : []),
			...(taxedChargesEur > 0 ? [reason('base_has_charges')] : []),
			...(destination.tax_inside ? [reason('base_has_tax')] : []),
		];
		return (
			taxRatesFor(context, code)
				// A row without a name states that no tax is levied.
				.filter((rate) => rate.name !== '')
				.map((rate) => {
					if (scheme?.charge === 'exempt') {
						const description = `No ${rate.name}: ${scheme.name}${formatLimit(scheme)}, since ${scheme.effective_from}`;
						return createLine('tax', code, rate.name, 0, description, {
							reasons: [
								reason('not_charged', { scheme: scheme.name }),
								...limitReasons(scheme),
								reason('since', { date: scheme.effective_from }),
							],
						});
					}
					const fraction = rate.percent / 100;
					const taxedEur = destination.tax_inside ? baseEur / (1 - fraction) : baseEur;
					const atSaleText =
						scheme?.charge === 'at-sale'
							? `; ${scheme.name}${formatLimit(scheme)}: charged by the seller, not by customs`
							: '';
					const description = `${formatPercent(rate.percent)} ${baseText(taxedEur)}${atSaleText}; rate of ${context.to.code}, ${rate.effective_from}`;
					return createLine('tax', code, rate.name, taxedEur * fraction, description, {
						reasons: [
							reason('percent_of_tax_base', { percent: rate.percent, amount: roundToCents(taxedEur) }),
							...baseReasons,
							...(scheme?.charge === 'at-sale'
								? [reason('charged_at_sale', { scheme: scheme.name }), ...limitReasons(scheme)]
								: []),
							reason('rate_of_territory', { territory: context.to.code, date: rate.effective_from }),
						],
					});
				})
		);
	});
}
