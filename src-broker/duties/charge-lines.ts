// What customs charges beside duty and tax: fees and charges of the destination.
import { type Charged, line, money, percentText } from './lines';
import { type Case, schemeFor, toCents } from './rules';

export function chargeLines(of: Case, dutyEur: number): Charged[] {
	const code = of.goods[0]?.code ?? '';
	const isRelieved = of.goods.every((goods) => {
		const scheme = schemeFor(of, goods, 'duty');
		return scheme?.on === 'both' && scheme.charge === 'exempt';
	});
	const isOneCustomsTerritory = of.from.customs === of.to.customs;
	return of.rules.charges.flatMap((charge) => {
		if (charge.border === 'customs' && (isOneCustomsTerritory || isRelieved)) return [];
		const rate = of.rules.perEuro(charge.currency);
		const value = toCents(of.goodsEur * rate);
		if (value <= (charge.above ?? -1) || value > (charge.up_to ?? Number.POSITIVE_INFINITY)) return [];
		if (charge.percent === undefined) {
			const description = `Is levied here, but how much is not known and not in the estimate (${charge.source})`;
			return [line('charge', code, `${charge.name}: not known`, 0, description, { known: false })];
		}
		const baseEur = { goods: of.goodsEur, 'customs-value': of.customsValueEur, duty: dutyEur }[charge.base];
		if (baseEur === 0) return [];
		const local = (baseEur * rate * charge.percent) / 100;
		const bounded = Math.min(charge.maximum ?? Number.POSITIVE_INFINITY, Math.max(charge.minimum ?? 0, local));
		const bound =
			bounded > local
				? `, at least ${charge.minimum} ${charge.currency}`
				: bounded < local
					? `, at most ${charge.maximum} ${charge.currency}`
					: '';
		const base = { goods: 'value', 'customs-value': 'customs value', duty: 'duty' }[charge.base];
		return [
			line(
				'charge',
				code,
				charge.name,
				bounded / rate,
				`${percentText(charge.percent)} of ${money(baseEur)} ${base}${bound}; ${charge.source}, ${charge.effective_from}`,
				{ inTaxBase: charge.in_tax_base },
			),
		];
	});
}
