// Fees and charges of the destination besides duty and tax.
import { type AssessmentLine, createLine, formatEur, formatPercent } from './assessment-lines';
import { type AssessmentContext, schemeFor, roundToCents } from './rules';

/** One line per charge that applies, in euros. @param dutyEur total duty, the base of some charges */
export function chargeLines(context: AssessmentContext, dutyEur: number): AssessmentLine[] {
	const code = context.goods[0]?.code ?? '';
	const isExempt = context.goods.every((goods) => {
		const scheme = schemeFor(context, goods, 'duty');
		return scheme?.on === 'both' && scheme.charge === 'exempt';
	});
	const isOneCustomsTerritory = context.from.customs === context.to.customs;
	return context.rules.charges.flatMap((charge) => {
		if (charge.border === 'customs' && (isOneCustomsTerritory || isExempt)) return [];
		const rate = context.rules.perEuro(charge.currency);
		const value = roundToCents(context.goodsEur * rate);
		if (value <= (charge.above ?? -1) || value > (charge.up_to ?? Number.POSITIVE_INFINITY)) return [];
		if (charge.percent === undefined) {
			const description = `Charged here, but the amount is unknown and not included (${charge.source})`;
			return [createLine('charge', code, `${charge.name}: not known`, 0, description, { isAmountKnown: false })];
		}
		const baseEur = { goods: context.goodsEur, 'customs-value': context.customsValueEur, duty: dutyEur }[charge.base];
		if (baseEur === 0) return [];
		const local = (baseEur * rate * charge.percent) / 100;
		const bounded = Math.min(charge.maximum ?? Number.POSITIVE_INFINITY, Math.max(charge.minimum ?? 0, local));
		const bound =
			bounded > local
				? `, minimum ${charge.minimum} ${charge.currency}`
				: bounded < local
					? `, maximum ${charge.maximum} ${charge.currency}`
					: '';
		const base = { goods: 'value', 'customs-value': 'customs value', duty: 'duty' }[charge.base];
		return [
			createLine(
				'charge',
				code,
				charge.name,
				bounded / rate,
				`${formatPercent(charge.percent)} of ${formatEur(baseEur)} ${base}${bound}; ${charge.source}, ${charge.effective_from}`,
				{ inTaxBase: charge.in_tax_base },
			),
		];
	});
}
