// Customs duty on each group of goods: by trade agreement, by scheme, or by tariff plus additional duties.
import type { Reason } from '../../src-contract/partner-api';
import {
	type AssessmentLine,
	createLine,
	formatEur,
	formatLimit,
	formatPercent,
	limitReasons,
	reason,
} from './assessment-lines';
import {
	type AssessmentContext,
	additionalDutiesFor,
	agreementFor,
	dutyRateFor,
	type GoodsGroup,
	roundToCents,
	schemeFor,
} from './rules';
import type { AdditionalDuty, Agreement, Scheme } from './table-rows';

/** The customs value of the goods as text, with its kind (CIF or FOB). */
function valueText({ destination, isTransportKnown }: AssessmentContext, goods: GoodsGroup): string {
	const missingFreight = destination.valuation === 'CIF' && !isTransportKnown ? ', freight not given, 0 assumed' : '';
	return `${formatEur(goods.customsValueEur)} ${destination.valuation}${missingFreight}`;
}

/** The percentage of the customs value, with its kind (CIF or FOB). */
function percentReasons(
	{ destination, isTransportKnown }: AssessmentContext,
	goods: GoodsGroup,
	percent: number,
): Reason[] {
	const isCif = destination.valuation === 'CIF';
	return [
		reason(isCif ? 'percent_of_cif' : 'percent_of_fob', { percent, amount: roundToCents(goods.customsValueEur) }),
		...(isCif && !isTransportKnown ? [reason('freight_assumed_zero')] : []),
	];
}

/** The duty line of a scheme that replaces the tariff duty. */
function schemeDutyLine(context: AssessmentContext, scheme: Scheme, goods: GoodsGroup): AssessmentLine {
	const { code } = goods;
	const since = `since ${scheme.effective_from}`;
	const validity = [...limitReasons(scheme), reason('since', { date: scheme.effective_from })];
	switch (scheme.charge) {
		case 'flat-per-item': {
			const amount = (scheme.amount ?? 0) / context.rules.perEuro(scheme.currency);
			return createLine(
				'duty',
				code,
				scheme.name,
				amount,
				`${scheme.amount} ${scheme.currency} for each tariff item of a distance sale${formatLimit(scheme)}, ${since}`,
				{
					reasons: [reason('flat_per_item', { amount: scheme.amount ?? 0, currency: scheme.currency }), ...validity],
				},
			);
		}
		case 'percent': {
			const basisEur = scheme.basis === 'goods' ? goods.valueEur : goods.customsValueEur;
			const totalEur = scheme.basis === 'goods' ? context.goodsEur : context.customsValueEur;
			const deductionEur = (scheme.less ?? 0) / context.rules.perEuro(scheme.currency);
			const share = totalEur > 0 ? basisEur / totalEur : 0;
			const replacementText = scheme.on === 'both' ? ' instead of duty and import tax' : '';
			const shareText = share < 1 ? ` (${formatPercent(Math.round(share * 1000) / 10)} of it for these goods)` : '';
			const deductionText = scheme.less ? ` less ${scheme.less} ${scheme.currency}${shareText}` : '';
			return createLine(
				'duty',
				code,
				scheme.name,
				Math.max(0, (basisEur * (scheme.amount ?? 0)) / 100 - deductionEur * share),
				`${formatPercent(scheme.amount ?? 0)} of ${formatEur(basisEur)}${deductionText}${replacementText}${formatLimit(scheme)}, ${since}`,
				{
					reasons: [
						reason('percent_of', {
							percent: scheme.amount ?? 0,
							amount: roundToCents(basisEur),
							basis: scheme.basis === 'goods' ? 'value' : 'customs-value',
						}),
						...(scheme.less
							? [reason('deduction', { amount: roundToCents(scheme.less * share), currency: scheme.currency })]
							: []),
						...(scheme.on === 'both' ? [reason('replaces_duty_and_tax')] : []),
						...validity,
					],
				},
			);
		}
		default:
			return createLine('duty', code, 'Duty', 0, `No duty: ${scheme.name}${formatLimit(scheme)}, ${since}`, {
				reasons: [reason('not_charged', { scheme: scheme.name }), ...validity],
			});
	}
}

/** The line of the tariff duty. If a trade agreement requires a proof of origin, its lower rate is mentioned but not used. */
function tariffDutyLine(context: AssessmentContext, goods: GoodsGroup): AssessmentLine {
	const agreement = agreementFor(context, goods);
	const rate = dutyRateFor(context, goods.code);
	if (!rate) {
		return createLine(
			'duty',
			goods.code,
			'Duty not known',
			0,
			`No tariff is available for ${context.to.code}: the duty on "${goods.descriptions[0]}" is unknown and not included`,
			{
				isAmountKnown: false,
				reasons: [reason('duty_unknown', { territory: context.to.code, goods: goods.descriptions[0] ?? '' })],
			},
		);
	}
	const lowerRate = agreement && rate.percent > agreement.duty_percent ? agreement : undefined;
	const proofText = lowerRate
		? `; ${formatPercent(lowerRate.duty_percent)} with proof of origin ${goods.origin} (${lowerRate.name}), ${formatPercent(rate.percent)} without`
		: '';
	return createLine(
		'duty',
		goods.code,
		'MFN duty',
		(goods.customsValueEur * rate.percent) / 100,
		`${formatPercent(rate.percent)} of ${valueText(context, goods)}; ${rate.sourceText}${proofText}`,
		{
			reasons: [
				...percentReasons(context, goods, rate.percent),
				...rate.sourceReasons,
				...(lowerRate
					? [
							reason('proof_of_origin', {
								percent: lowerRate.duty_percent,
								without: rate.percent,
								country: goods.origin,
								agreement: lowerRate.name,
							}),
						]
					: []),
			],
		},
	);
}

/** The duty line of a trade agreement whose origin is accepted without proof, with the agreement's lower rate. */
function preferentialDutyLine(context: AssessmentContext, goods: GoodsGroup, agreement: Agreement): AssessmentLine {
	return createLine(
		'duty',
		goods.code,
		'Preferential duty',
		(goods.customsValueEur * agreement.duty_percent) / 100,
		`${formatPercent(agreement.duty_percent)} of ${valueText(context, goods)}; ${agreement.name}, ${agreement.effective_from}`,
		{
			reasons: [
				...percentReasons(context, goods, agreement.duty_percent),
				reason('source', { name: agreement.name, date: agreement.effective_from }),
			],
		},
	);
}

/** The line of a duty in addition to the tariff. The amount is unknown if the HS code or the rate is unknown. */
function additionalDutyLine(context: AssessmentContext, goods: GoodsGroup, row: AdditionalDuty): AssessmentLine {
	const originText = goods.isOriginStated
		? `origin ${goods.origin}`
		: `origin not given, ${goods.origin} assumed (country of dispatch)`;
	const sourceReasons = [reason('source', { name: row.source, date: row.effective_from })];
	const source = `${row.source}, since ${row.effective_from}, ${row.confidence} confidence`;
	if (goods.code === '' && row.codes('') === undefined) {
		const description = `May be due on "${goods.descriptions[0]}", whose HS code is unknown; not included (${source})`;
		return createLine('duty', '', `${row.name}: not known`, 0, description, {
			isAmountKnown: false,
			reasons: [reason('maybe_due_code_unknown', { goods: goods.descriptions[0] ?? '' }), ...sourceReasons],
		});
	}
	return row.percent === undefined
		? createLine(
				'duty',
				goods.code,
				`${row.name}: not known`,
				0,
				`May be due on these goods; the rate is unknown and not included (${source})`,
				{ isAmountKnown: false, reasons: [reason('maybe_due_rate_unknown'), ...sourceReasons] },
			)
		: createLine(
				'duty',
				goods.code,
				row.name,
				(goods.customsValueEur * row.percent) / 100,
				`${formatPercent(row.percent)} of ${formatEur(goods.customsValueEur)} ${context.destination.valuation}; ${originText}; ${source}`,
				{
					reasons: [
						...percentReasons({ ...context, isTransportKnown: true }, goods, row.percent),
						reason(goods.isOriginStated ? 'origin' : 'origin_assumed', { country: goods.origin }),
						...sourceReasons,
					],
				},
			);
}

/** Duty lines in euros, not rounded; empty when origin and destination are in the same customs territory. */
export function dutyLines(context: AssessmentContext): AssessmentLine[] {
	if (context.from.customs === context.to.customs) return [];
	return context.goods.flatMap((goods) => {
		const agreement = agreementFor(context, goods);
		if (agreement?.assumed) return [preferentialDutyLine(context, goods, agreement)];
		const scheme = schemeFor(context, goods, 'duty');
		if (scheme) return [schemeDutyLine(context, scheme, goods)];
		return [
			tariffDutyLine(context, goods),
			...additionalDutiesFor(context, goods).map((row) => additionalDutyLine(context, goods, row)),
		];
	});
}

/** Removes repeated flat amounts: a flat amount is due once per six-digit code, also if origins or further digits differ. */
export function removeRepeatedFlatDuties(
	lines: readonly AssessmentLine[],
	schemes: readonly Scheme[],
): AssessmentLine[] {
	const flatNames = new Set(schemes.filter((scheme) => scheme.charge === 'flat-per-item').map((scheme) => scheme.name));
	const seenItems = new Set<string>();
	return lines.filter((entry) => {
		// Goods without a code may be different items, so the flat amount of each of them is due.
		if (!flatNames.has(entry.name) || entry.harmonizedCode === '') return true;
		const item = `${entry.name} ${entry.harmonizedCode.slice(0, 6)}`;
		return !seenItems.has(item) && seenItems.add(item);
	});
}
