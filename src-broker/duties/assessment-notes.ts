// The notes of an assessment: what is not known, what was assumed, and what is out of date.
import type { Reason } from '../../src-contract/partner-api';
import { type AssessmentLine, reason } from './assessment-lines';
import { oldestOutdated } from './freshness';
import type { AssessmentContext } from './rules';

/** Sentences about the limits and assumptions of the assessment, each with its machine-readable form. */
export function notesOf(
	context: AssessmentContext,
	lines: readonly AssessmentLine[],
): { text: string; reason: Reason }[] {
	const { destination, to } = context;
	const unknownNames = [
		...new Set(lines.filter((entry) => !entry.isAmountKnown).map(({ name }) => name.replace(/:? not known$/, ''))),
	];
	const { taxes } = context.rules;
	const isTransportCounted = destination.valuation === 'CIF' || destination.tax_on_transport;
	const regionalTaxes = taxes.filter((row) => row.postcodes.length > 0);
	const isRegionKnown = to.zipcode !== '' || regionalTaxes.some((row) => row.cities.includes(to.city));
	const { schemes, charges, additionalDuties, agreements, nationalRates } = context.rules;
	const usedRows = [
		destination,
		...taxes,
		...schemes,
		...charges,
		...additionalDuties,
		...agreements,
		...nationalRates,
	];
	const ratesCheckedOn = oldestOutdated(
		usedRows.map((row) => row.checked_on),
		context.onDate,
	);
	const outdatedRates = context.rules
		.usedExchangeRates()
		.filter(({ effective_from }) => oldestOutdated([effective_from], context.onDate) !== undefined);
	const exchangeDate = oldestOutdated(
		outdatedRates.map((rate) => rate.effective_from),
		context.onDate,
	);
	const currencies = outdatedRates.map(({ currency }) => currency).join(', ');
	const notes: [applies: boolean, text: string, reason: Reason][] = [
		[
			unknownNames.length > 0,
			`Not included because unknown: ${unknownNames.join(', ')}.`,
			reason('note_not_included', { names: unknownNames.join(', ') }),
		],
		[
			taxes.length > 0 && taxes.every((row) => row.name === ''),
			`${to.code} levies no import tax.`,
			reason('note_no_import_tax', { territory: to.code }),
		],
		[
			context.from.customs === to.customs,
			'No duty: origin and destination are in the same customs territory.',
			reason('note_no_duty'),
		],
		[
			isTransportCounted && !context.isTransportKnown,
			'Freight and insurance are not given and count as 0.',
			reason('note_freight_not_given'),
		],
		[
			isTransportCounted && context.isTransportKnown && !context.isInsuranceKnown,
			'Insurance is not given and counts as 0.',
			reason('note_insurance_not_given'),
		],
		[
			context.isPersonalUse && destination.personal_use_percent !== undefined,
			`Goods for personal use: ${to.code} values them at ${destination.personal_use_percent} % of their price, without transport.`,
			reason('note_personal_use', { territory: to.code, percent: destination.personal_use_percent ?? 0 }),
		],
		[
			regionalTaxes.length > 0 && !isRegionKnown,
			`Regional taxes of ${to.code} depend on the postcode, which is not given: only national taxes are included.`,
			reason('note_regional_taxes', { territory: to.code }),
		],
		[
			ratesCheckedOn !== undefined,
			`Rates for ${to.code} were last checked on ${ratesCheckedOn}, more than 12 months ago. They may have changed.`,
			reason('note_rates_outdated', { territory: to.code, date: ratesCheckedOn ?? '' }),
		],
		[
			exchangeDate !== undefined,
			`The exchange rate of ${currencies} is from ${exchangeDate}, more than 12 months ago.`,
			reason('note_exchange_outdated', { currencies, date: exchangeDate ?? '' }),
		],
		[
			destination.confidence !== 'high',
			`The confidence in the rates for ${to.code} is ${destination.confidence}.`,
			reason('note_confidence', { territory: to.code, confidence: destination.confidence }),
		],
		[Boolean(destination.note), `${destination.note}.`, reason('text', { text: `${destination.note}.` })],
	];
	return notes.flatMap(([applies, text, noteReason]) => (applies ? [{ text, reason: noteReason }] : []));
}
