// The customs duty on each kind of goods: by agreement, by scheme, or by tariff with the duties on top of it.
import { type Charged, limitText, line, money, percentText } from './lines';
import { additionalDutiesFor, agreementFor, type Case, dutyRate, type Goods, schemeFor } from './rules';
import type { AdditionalDuty, Agreement, Scheme } from './tables';

function valueText({ destination, transportIsKnown }: Case, goods: Goods): string {
	const missing = destination.valuation === 'CIF' && !transportIsKnown ? ', freight not given and taken as 0' : '';
	return `${money(goods.customsValueEur)} ${destination.valuation}${missing}`;
}

function schemeDuty(of: Case, scheme: Scheme, goods: Goods): Charged {
	const { code } = goods;
	const since = `since ${scheme.effective_from}`;
	switch (scheme.charge) {
		case 'flat-per-item': {
			const amount = (scheme.amount ?? 0) / of.rules.perEuro(scheme.currency);
			return line(
				'duty',
				code,
				scheme.name,
				amount,
				`${scheme.amount} ${scheme.currency} for each tariff item of a distance sale${limitText(scheme)}, ${since}`,
			);
		}
		case 'percent': {
			const basisEur = scheme.basis === 'goods' ? goods.valueEur : goods.customsValueEur;
			const totalEur = scheme.basis === 'goods' ? of.goodsEur : of.customsValueEur;
			const lessEur = (scheme.less ?? 0) / of.rules.perEuro(scheme.currency);
			const share = totalEur > 0 ? basisEur / totalEur : 0;
			const instead = scheme.on === 'both' ? ' instead of duty and import tax' : '';
			const part = share < 1 ? ` (${percentText(Math.round(share * 1000) / 10)} of it here)` : '';
			const less = scheme.less ? ` less ${scheme.less} ${scheme.currency}${part}` : '';
			return line(
				'duty',
				code,
				scheme.name,
				Math.max(0, (basisEur * (scheme.amount ?? 0)) / 100 - lessEur * share),
				`${percentText(scheme.amount ?? 0)} of ${money(basisEur)}${less}${instead}${limitText(scheme)}, ${since}`,
			);
		}
		default:
			return line('duty', code, 'Duty', 0, `No duty: ${scheme.name}${limitText(scheme)}, ${since}`);
	}
}

function tariffDuty(of: Case, goods: Goods): Charged {
	const agreement = agreementFor(of, goods);
	const rate = dutyRate(of, goods.code);
	if (!rate) {
		return line(
			'duty',
			goods.code,
			'Duty not known',
			0,
			`No tariff is held for ${of.to.code}: the duty on "${goods.descriptions[0]}" is not known and not in the estimate`,
			{ known: false },
		);
	}
	const proof =
		agreement && rate.percent > agreement.duty_percent
			? `; ${percentText(agreement.duty_percent)} with proof of origin ${goods.origin} (${agreement.name})`
			: '';
	return line(
		'duty',
		goods.code,
		'MFN duty',
		(goods.customsValueEur * rate.percent) / 100,
		`${percentText(rate.percent)} of ${valueText(of, goods)}; ${rate.basis}${proof}`,
	);
}

function preferentialDuty(of: Case, goods: Goods, agreement: Agreement): Charged {
	return line(
		'duty',
		goods.code,
		'Preferential duty',
		(goods.customsValueEur * agreement.duty_percent) / 100,
		`${percentText(agreement.duty_percent)} of ${valueText(of, goods)}; ${agreement.name}, ${agreement.effective_from}`,
	);
}

function additionalDuty(of: Case, goods: Goods, row: AdditionalDuty): Charged {
	const origin = goods.originIsStated
		? `origin ${goods.origin}`
		: `origin not given and taken as ${goods.origin}, the country of dispatch`;
	const source = `${row.source}, since ${row.effective_from}, ${row.confidence} confidence`;
	if (goods.code === '' && row.codes('') === undefined) {
		const description = `May be due on "${goods.descriptions[0]}", whose code is not known: not in the estimate (${source})`;
		return line('duty', '', `${row.name}: not known`, 0, description, { known: false });
	}
	return row.percent === undefined
		? line(
				'duty',
				goods.code,
				`${row.name}: not known`,
				0,
				`May be due on these goods; its rate is not known and not in the estimate (${source})`,
				{ known: false },
			)
		: line(
				'duty',
				goods.code,
				row.name,
				(goods.customsValueEur * row.percent) / 100,
				`${percentText(row.percent)} of ${money(goods.customsValueEur)} ${of.destination.valuation}; ${origin}; ${source}`,
			);
}

export function dutyLines(of: Case): Charged[] {
	if (of.from.customs === of.to.customs) return [];
	return of.goods.flatMap((goods) => {
		const agreement = agreementFor(of, goods);
		if (agreement?.assumed) return [preferentialDuty(of, goods, agreement)];
		const scheme = schemeFor(of, goods, 'duty');
		if (scheme) return [schemeDuty(of, scheme, goods)];
		return [tariffDuty(of, goods), ...additionalDutiesFor(of, goods).map((row) => additionalDuty(of, goods, row))];
	});
}

/** A flat amount is due once for a six-digit code, whatever the number of origins and of longer codes under it. */
export function flatOncePerItem(lines: readonly Charged[], schemes: readonly Scheme[]): Charged[] {
	const flat = new Set(schemes.filter((scheme) => scheme.charge === 'flat-per-item').map((scheme) => scheme.name));
	const seen = new Set<string>();
	return lines.filter((entry) => {
		if (!flat.has(entry.name)) return true;
		if (entry.harmonizedCode === '') return true;
		const item = `${entry.name} ${entry.harmonizedCode.slice(0, 6)}`;
		return !seen.has(item) && seen.add(item);
	});
}
