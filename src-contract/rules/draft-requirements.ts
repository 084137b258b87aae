// Requirements that a shipment draft must meet before it is booked.
import { type FieldError, fieldErrorsFromIssues } from '../errors';
import { type EnteredDraft, enteredDraftSchema, shipmentDraftSchema } from '../model/shipment-draft';
import { routeErrors } from './customs-territory';
import { totalValueEur } from './landed-cost';

/**
 * Field errors of a draft: fields that do not satisfy the schema, and requirements of the route that are not met. The route
 * of an incomplete draft is checked as soon as both countries are filled in.
 */
export function draftErrors(draft: unknown): FieldError[] {
	const result = shipmentDraftSchema.safeParse(draft);
	if (result.success) return errorsOfRoute(result.data);
	const fieldErrors = fieldErrorsFromIssues(result.error.issues);
	const incompleteDraft = enteredDraftSchema.safeParse(draft).data;
	if (!incompleteDraft?.from.countryCode || !incompleteDraft.to.countryCode) return fieldErrors;
	const reportedPaths = new Set(fieldErrors.map(({ path }) => path));
	return [...fieldErrors, ...errorsOfRoute(incompleteDraft).filter(({ path }) => !reportedPaths.has(path))];
}

function errorsOfRoute({ from, to, contents, reasonForExport, incoterms }: EnteredDraft): FieldError[] {
	return routeErrors(
		{
			from,
			to,
			totalValueEur: totalValueEur(
				contents.map(({ quantity, priceEur }) => ({ quantity: quantity ?? 0, priceEur: priceEur ?? 0 })),
			),
			reasonForExport: reasonForExport ?? undefined,
			incoterms: incoterms ?? undefined,
		},
		{ vatNumber: 'to.vatNumber', contents: 'contents' },
	);
}
