// The import tax on each kind of goods, with duties and charges in its base as the destination says.
import { type Charged, limitText, line, money, percentText, sum } from './lines';
import { type Case, dispatchKeys, schemeFor, taxRates } from './rules';

export function taxLines(of: Case, charged: readonly Charged[]): Charged[] {
	const { destination } = of;
	if (of.rules.taxes.length === 0) {
		const description = `No import tax rate is held for ${of.to.code}: it is not known and not in the estimate`;
		return [line('tax', of.goods[0]?.code ?? '', 'Import tax not known', 0, description, { known: false })];
	}
	const isUplifted = !dispatchKeys(of.from).some((key) => destination.tax_uplift_except.includes(key));
	const upliftPercent = isUplifted ? (destination.tax_uplift_percent ?? 0) : 0;
	const sharedEur = sum(charged.filter(({ inTaxBase }) => inTaxBase).map(({ amount }) => amount));
	return [...new Set(of.goods.map(({ code }) => code))].flatMap((code) => {
		const group = of.goods.filter((goods) => goods.code === code);
		const [first] = group;
		if (!first) return [];
		const scheme = schemeFor(of, first, 'tax');
		if (scheme?.charge === 'percent') return [];
		const valueEur = sum(group.map((goods) => goods.valueEur));
		const share = of.goodsEur > 0 ? valueEur / of.goodsEur : 1 / of.goods.length;
		const duties = charged.filter((entry) => entry.kind === 'duty' && entry.harmonizedCode === code);
		const baseEur =
			valueEur * (1 + upliftPercent / 100) +
			(destination.tax_on_transport ? sum(group.map((goods) => goods.transportEur)) : 0) +
			sum(duties.map(({ amount }) => amount)) +
			sharedEur * share;
		const parts = (taxedEur: number) =>
			[
				`of ${money(taxedEur)}, the value`,
				upliftPercent > 0 ? ` with ${percentText(upliftPercent)} added` : '',
				destination.tax_on_transport && of.transportIsKnown ? ', transport' : '',
				' and duty',
				duties.some((entry) => !entry.known) ? ' without what is not known of it' : '',
				sharedEur > 0 ? ' and charges' : '',
				destination.tax_inside ? ', the tax inside the price' : '',
			].join('');
		return taxRates(of, code)
			.filter((rate) => rate.name !== '')
			.map((rate) => {
				if (scheme?.charge === 'exempt') {
					const description = `No ${rate.name}: ${scheme.name}${limitText(scheme)}, since ${scheme.effective_from}`;
					return line('tax', code, rate.name, 0, description);
				}
				const fraction = rate.percent / 100;
				const taxedEur = destination.tax_inside ? baseEur / (1 - fraction) : baseEur;
				const atSale =
					scheme?.charge === 'at-sale'
						? `; ${scheme.name}${limitText(scheme)}: the seller charges it, customs does not`
						: '';
				const description = `${percentText(rate.percent)} ${parts(taxedEur)}${atSale}; rate of ${of.to.code}, ${rate.effective_from}`;
				return line('tax', code, rate.name, taxedEur * fraction, description);
			});
	});
}
