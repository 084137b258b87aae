// Fees and charges of the destination, in addition to duty and tax.
import { type AssessmentLine, createLine, formatEur, formatPercent, reason } from './assessment-lines';
import { type AssessmentContext, roundToCents, schemeFor } from './rules';

/**
 * One line per charge that applies, in euros. A charge is on the whole consignment; its line has the HS code of the first goods group.
 * @param dutyEur total duty, on which some charges are based
 */
export function chargeLines(context: AssessmentContext, dutyEur: number): AssessmentLine[] {
	const code = context.goods[0]?.code ?? '';
	const areAllGoodsExempt = context.goods.every((goods) => {
		const scheme = schemeFor(context, goods, 'duty');
		return scheme?.on === 'both' && scheme.charge === 'exempt';
	});
	const isOneCustomsTerritory = context.from.customs === context.to.customs;
	return context.rules.charges.flatMap((charge) => {
		if (charge.border === 'customs' && (isOneCustomsTerritory || areAllGoodsExempt)) return [];
		// Limits, minimum and maximum are in the currency of the charge, so amounts are converted to that currency.
		const unitsPerEuro = context.rules.perEuro(charge.currency);
		const goodsValue = roundToCents(context.goodsEur * unitsPerEuro);
		if (goodsValue <= (charge.above ?? -1) || goodsValue > (charge.up_to ?? Number.POSITIVE_INFINITY)) return [];
		if (charge.percent === undefined) {
			const description = `Charged here, but the amount is unknown and not included (${charge.source})`;
			return [
				createLine('charge', code, `${charge.name}: not known`, 0, description, {
					isAmountKnown: false,
					reasons: [reason('charge_unknown'), reason('text', { text: charge.source })],
				}),
			];
		}
		const baseEur = { goods: context.goodsEur, 'customs-value': context.customsValueEur, duty: dutyEur }[charge.base];
		if (baseEur === 0) return [];
		const amount = (baseEur * unitsPerEuro * charge.percent) / 100;
		const boundedAmount = Math.min(charge.maximum ?? Number.POSITIVE_INFINITY, Math.max(charge.minimum ?? 0, amount));
		const boundText =
			boundedAmount > amount
				? `, minimum ${charge.minimum} ${charge.currency}`
				: boundedAmount < amount
					? `, maximum ${charge.maximum} ${charge.currency}`
					: '';
		const baseName = { goods: 'value', 'customs-value': 'customs value', duty: 'duty' }[charge.base];
		return [
			createLine(
				'charge',
				code,
				charge.name,
				boundedAmount / unitsPerEuro,
				`${formatPercent(charge.percent)} of ${formatEur(baseEur)} ${baseName}${boundText}; ${charge.source}, ${charge.effective_from}`,
				{
					inTaxBase: charge.in_tax_base,
					reasons: [
						reason('percent_of', {
							percent: charge.percent,
							amount: roundToCents(baseEur),
							basis: charge.base === 'goods' ? 'value' : charge.base,
						}),
						...(boundedAmount > amount
							? [reason('minimum', { amount: charge.minimum ?? 0, currency: charge.currency })]
							: []),
						...(boundedAmount < amount
							? [reason('maximum', { amount: charge.maximum ?? 0, currency: charge.currency })]
							: []),
						reason('source', { name: charge.source, date: charge.effective_from }),
					],
				},
			),
		];
	});
}
