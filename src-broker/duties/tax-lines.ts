// Import tax on each group of goods. The destination defines which duties, charges and transport costs count in its base.
import { type AssessmentLine, createLine, formatEur, formatLimit, formatPercent, sum } from './assessment-lines';
import { type AssessmentContext, dispatchKeys, schemeFor, taxRatesFor } from './rules';

/** Tax lines in euros, not rounded. @param charged duty and charge lines of the assessment */
export function taxLines(context: AssessmentContext, charged: readonly AssessmentLine[]): AssessmentLine[] {
	const { destination } = context;
	if (context.rules.taxes.length === 0) {
		const description = `No import tax rate is available for ${context.to.code}: the tax is unknown and not included`;
		return [createLine('tax', context.goods[0]?.code ?? '', 'Import tax not known', 0, description, { isAmountKnown: false })];
	}
	const isUplifted = !dispatchKeys(context.from).some((key) => destination.tax_uplift_except.includes(key));
	const upliftPercent = isUplifted ? (destination.tax_uplift_percent ?? 0) : 0;
	const sharedEur = sum(charged.filter(({ inTaxBase }) => inTaxBase).map(({ amount }) => amount));
	return [...new Set(context.goods.map(({ code }) => code))].flatMap((code) => {
		const group = context.goods.filter((goods) => goods.code === code);
		const [first] = group;
		if (!first) return [];
		const scheme = schemeFor(context, first, 'tax');
		if (scheme?.charge === 'percent') return [];
		const valueEur = sum(group.map((goods) => goods.valueEur));
		const share = context.goodsEur > 0 ? valueEur / context.goodsEur : 1 / context.goods.length;
		const duties = charged.filter((entry) => entry.kind === 'duty' && entry.harmonizedCode === code);
		const baseEur =
			valueEur * (1 + upliftPercent / 100) +
			(destination.tax_on_transport ? sum(group.map((goods) => goods.transportEur)) : 0) +
			sum(duties.map(({ amount }) => amount)) +
			sharedEur * share;
		const parts = (taxedEur: number) =>
			[
				`of ${formatEur(taxedEur)}, the value`,
				upliftPercent > 0 ? ` with ${formatPercent(upliftPercent)} added` : '',
				destination.tax_on_transport && context.transportIsKnown ? ', transport' : '',
				' and duty',
				duties.some((entry) => !entry.isAmountKnown) ? ' (unknown duties not included)' : '',
				sharedEur > 0 ? ' and charges' : '',
				destination.tax_inside ? ', tax included in the base' : '',
			].join('');
		return taxRatesFor(context, code)
			.filter((rate) => rate.name !== '')
			.map((rate) => {
				if (scheme?.charge === 'exempt') {
					const description = `No ${rate.name}: ${scheme.name}${formatLimit(scheme)}, since ${scheme.effective_from}`;
					return createLine('tax', code, rate.name, 0, description);
				}
				const fraction = rate.percent / 100;
				const taxedEur = destination.tax_inside ? baseEur / (1 - fraction) : baseEur;
				const atSale =
					scheme?.charge === 'at-sale'
						? `; ${scheme.name}${formatLimit(scheme)}: charged by the seller, not by customs`
						: '';
				const description = `${formatPercent(rate.percent)} ${parts(taxedEur)}${atSale}; rate of ${context.to.code}, ${rate.effective_from}`;
				return createLine('tax', code, rate.name, taxedEur * fraction, description);
			});
	});
}
