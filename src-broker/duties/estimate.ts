// The estimate of the partner interface (specification, 2.6, 2.7 and 4.3): goods are given their codes, then assessed.
import type { FieldError } from '../../src-contract/errors';
import type { DutiesRequest, DutiesResponse } from '../../src-contract/partner-api';
import type { Places } from '../places/places';
import { HttpError } from '../transport/http-error';
import { type AssessedItem, assess } from './assess';
import type { Classifier } from './classify';
import type { DutyTables } from './tables';

/** Items in doubt that are named one by one. */
const MAX_WARNINGS = 5;
const CLOSING = 'An estimate from dated tables: customs may charge otherwise.';

/** The code of each item: the given one when the nomenclature holds it, else the one that the description points to. */
function codesOf(request: DutiesRequest, classifier: Classifier) {
	const fieldErrors: FieldError[] = [];
	const doubts: string[] = [];
	const items = request.contentItems.map((item, index): AssessedItem => {
		const { description, originCountry, tariff } = item;
		const valueEur = item.numberOfItems * item.cost;
		if (tariff !== undefined) {
			if (!classifier.isCode(tariff)) {
				fieldErrors.push({
					path: `contentItems.${index}.tariff`,
					code: 'unknown_hs_code',
					message: `${tariff} is not a code of the Harmonised System 2022: its first six digits name no goods`,
				});
			}
			return { description, code: tariff, originCountry, valueEur };
		}
		const found = classifier.classify(description);
		const best = found.candidates[0];
		if (!best) {
			doubts.push(`No HS code was found for "${description}": give one for a better estimate.`);
		} else if (found.confidence === 'low') {
			doubts.push(
				`The HS code of "${description}" is uncertain: ${best.code} (${best.description}) was taken; check it and give the right one.`,
			);
		}
		return { description, code: best?.code ?? '', originCountry, valueEur };
	});
	const more = doubts.length - MAX_WARNINGS;
	const notes = more > 0 ? [...doubts.slice(0, MAX_WARNINGS), `${more} more items are in doubt.`] : doubts;
	return { fieldErrors, notes, items };
}

/**
 * @param onDate ISO date that rates and thresholds are looked up for
 * @throws HttpError 422 when a given code is not of the nomenclature
 */
export function estimate(
	tables: DutyTables,
	classifier: Classifier,
	places: Places,
	request: DutiesRequest,
	onDate: string,
): DutiesResponse {
	const { fieldErrors, notes, items } = codesOf(request, classifier);
	if (fieldErrors.length > 0) throw HttpError.ofFieldErrors(fieldErrors);
	const assessment = assess(
		tables,
		{
			from: places.orCapital({
				countryCode: request.fromCountry,
				zipcode: request.fromZipcode,
				city: request.fromCity,
			}),
			to: places.orCapital({ countryCode: request.toCountry, zipcode: request.toZipcode, city: request.toCity }),
			items,
		},
		onDate,
	);
	const nothingIsDue = assessment.lines.length === 0;
	return {
		hasErrors: false,
		message: (nothingIsDue ? assessment.notes : [...notes, ...assessment.notes, CLOSING]).join(' '),
		taxDetails: assessment.lines,
		estimate: assessment.estimateEur,
		hsCode: items[0]?.code ?? '',
	};
}
