// Fees and charges of the destination, in addition to duty and tax.
import { type AssessmentLine, createLine, formatEur, formatPercent } from './assessment-lines';
import { type AssessmentContext, roundToCents, schemeFor } from './rules';

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
		const goodsValue = roundToCents(context.goodsEur * rate);
		if (goodsValue <= (charge.above ?? -1) || goodsValue > (charge.up_to ?? Number.POSITIVE_INFINITY)) return [];
		if (charge.percent === undefined) {
			const description = `Charged here, but the amount is unknown and not included (${charge.source})`;
			return [createLine('charge', code, `${charge.name}: not known`, 0, description, { isAmountKnown: false })];
		}
		const baseEur = { goods: context.goodsEur, 'customs-value': context.customsValueEur, duty: dutyEur }[charge.base];
		if (baseEur === 0) return [];
		// In the currency of the charge, like its minimum and maximum.
		const amount = (baseEur * rate * charge.percent) / 100;
		const bounded = Math.min(charge.maximum ?? Number.POSITIVE_INFINITY, Math.max(charge.minimum ?? 0, amount));
		const boundText =
			bounded > amount
				? `, minimum ${charge.minimum} ${charge.currency}`
				: bounded < amount
					? `, maximum ${charge.maximum} ${charge.currency}`
					: '';
		const baseName = { goods: 'value', 'customs-value': 'customs value', duty: 'duty' }[charge.base];
		return [
			createLine(
				'charge',
				code,
				charge.name,
				bounded / rate,
				`${formatPercent(charge.percent)} of ${formatEur(baseEur)} ${baseName}${boundText}; ${charge.source}, ${charge.effective_from}`,
				{ inTaxBase: charge.in_tax_base },
			),
		];
	});
}
