// The duties and taxes estimate of the partner API (specification, 2.6, 2.7 and 4.3): finds the HS codes of the goods, then assesses
// duties and taxes.
import type { DutiesRequest, DutiesResponse, Reason } from '../../src-contract/partner-api';
import { restrictionReason, restrictionText } from '../../src-contract/rules/restriction-texts';
import type { Classifier } from '../classification/classify';
import type { EmbargoReason } from '../places/embargoes';
import type { Places } from '../places/places';
import { HttpError } from '../transport/http-error';
import { type AssessedItem, assess } from './assess';
import { reason } from './assessment-lines';
import { goodsErrors } from './goods-checks';
import { findRestrictions } from './restrictions';
import type { DutyTables } from './tables';

/** Maximum number of items that the message names because their HS code is uncertain or missing. The others are counted. */
const MAX_NAMED_ITEMS = 5;
const DISCLAIMER = 'This is an estimate: customs may charge a different amount.';

/** An item whose HS code was not found, or is uncertain. */
interface ClassificationWarning {
	isCodeFound: boolean;
	text: string;
	reason: Reason;
}

const countItems = (count: number) => `${count} more ${count === 1 ? 'item' : 'items'}`;

/** Names the first items of the warnings, and counts the others. */
function classificationNotes(warnings: readonly ClassificationWarning[]): { text: string; reason: Reason }[] {
	const unnamed = warnings.slice(MAX_NAMED_ITEMS);
	const uncertainCount = unnamed.filter(({ isCodeFound }) => isCodeFound).length;
	const missingCount = unnamed.length - uncertainCount;
	const notes = warnings
		.slice(0, MAX_NAMED_ITEMS)
		.map(({ text, reason: noteReason }) => ({ text, reason: noteReason }));
	if (uncertainCount > 0)
		notes.push({
			text: `The HS code of ${countItems(uncertainCount)} is uncertain.`,
			reason: reason('note_more_uncertain', { count: uncertainCount }),
		});
	if (missingCount > 0)
		notes.push({
			text: `No HS code was found for ${countItems(missingCount)}.`,
			reason: reason('note_more_missing', { count: missingCount }),
		});
	return notes;
}

/**
 * Finds the HS code of each item: the given code, or else the best suggestion for the description.
 * @returns the items with their codes, and notes about uncertain and missing codes
 */
function classifyItems(request: DutiesRequest, classifier: Classifier) {
	const warnings: ClassificationWarning[] = [];
	const items = request.contentItems.map((item): AssessedItem => {
		const { description, originCountry, tariff } = item;
		const valueEur = item.numberOfItems * item.cost;
		if (tariff !== undefined) return { description, code: tariff, originCountry, valueEur };
		const { candidates, confidence } = classifier.classify(description);
		const bestCandidate = candidates[0];
		if (!bestCandidate) {
			const text = `No HS code was found for "${description}". Enter one for a better estimate.`;
			warnings.push({ isCodeFound: false, text, reason: reason('note_code_missing', { goods: description }) });
		} else if (confidence === 'unsure') {
			const text = `The HS code of "${description}" is uncertain: ${bestCandidate.code} (${bestCandidate.description}) was used. Check it.`;
			warnings.push({
				isCodeFound: true,
				text,
				reason: reason('note_code_uncertain', { goods: description, code: bestCandidate.code }),
			});
		}
		return { description, code: bestCandidate?.code ?? '', originCountry, valueEur };
	});
	return { notes: classificationNotes(warnings), items };
}

export interface EstimateDependencies {
	tables: DutyTables;
	classifier: Classifier;
	places: Places;
	embargoReason: EmbargoReason;
}

/**
 * Estimates import duties and taxes in euros. An origin or destination that has neither postcode nor city is taken to be the capital.
 * @param onDate ISO date on which the rates and limits must be in force
 * @returns the tax lines, their sum and the HS code of the first item; the message lists assumptions
 * @throws HttpError 422 when a given HS code or country does not exist, when the route is under an embargo, or when no amount is known,
 * because a sum of 0 would mean that nothing is due
 */
export function estimate(
	{ tables, classifier, places, embargoReason }: EstimateDependencies,
	request: DutiesRequest,
	onDate: string,
): DutiesResponse {
	const checkedGoods = request.contentItems.map(({ tariff, originCountry }) => ({
		hsCode: tariff,
		origin: originCountry,
	}));
	const checks = { isHsCode: classifier.isCode, isCountry: places.isCountry };
	const fieldErrors = goodsErrors(checks, checkedGoods, { hsCode: 'tariff', origin: 'originCountry' });
	const from = places.orCapital({
		countryCode: request.fromCountry,
		zipcode: request.fromZipcode,
		city: request.fromCity,
	});
	const to = places.orCapital({ countryCode: request.toCountry, zipcode: request.toZipcode, city: request.toCity });
	const embargo = embargoReason(from, to, onDate);
	if (embargo) fieldErrors.push({ path: 'toCountry', code: 'embargo', message: embargo });
	if (fieldErrors.length > 0) throw HttpError.ofFieldErrors(fieldErrors);
	const { notes, items } = classifyItems(request, classifier);
	const { freight, insuranceAmount, personalUse } = request;
	const assessment = assess(
		tables,
		{
			from,
			to,
			items,
			transportEur:
				freight === undefined && insuranceAmount === undefined ? undefined : (freight ?? 0) + (insuranceAmount ?? 0),
			isInsuranceKnown: insuranceAmount !== undefined,
			isPersonalUse: personalUse,
		},
		onDate,
	);
	const { lines } = assessment;
	const restrictionNotes = findRestrictions(
		tables.restrictions,
		from,
		to,
		items.map(({ description, code }) => ({ description, hsCode: code })),
		onDate,
	).map((restriction) => ({ text: restrictionText(restriction), reason: restrictionReason(restriction) }));
	const unknownCount = lines.filter((line) => line.known === false).length;
	if (unknownCount > 0 && unknownCount === lines.length) {
		const message = `the duties and taxes of this destination are not known. ${assessment.notes.join(' ')}`;
		throw HttpError.ofFieldErrors([{ path: 'toCountry', code: 'duties_not_known', message }]);
	}
	const isNothingDue = lines.length === 0;
	const allNotes = [...restrictionNotes, ...notes];
	return {
		hasErrors: false,
		message: (isNothingDue
			? assessment.notes
			: [...allNotes.map(({ text }) => text), ...assessment.notes, DISCLAIMER]
		).join(' '),
		notes: isNothingDue
			? assessment.noteReasons
			: [...allNotes.map((note) => note.reason), ...assessment.noteReasons, reason('note_estimate')],
		taxDetails: lines,
		estimate: assessment.estimateEur,
		...(unknownCount > 0 && { estimateIsMinimum: true }),
		hsCode: items[0]?.code ?? '',
	};
}
