// Requirements that a shipment draft must meet before it is booked.
import { type FieldError, fieldErrorsFromIssues } from '../errors';
import { shipmentDraftSchema } from '../model/shipment-draft';
import { routeErrors } from './customs-territory';
import { totalValueEur } from './landed-cost';

/** Field errors of a draft: fields that do not satisfy the schema or, if all do, requirements of the route that are not met. */
export function draftErrors(draft: unknown): FieldError[] {
	const result = shipmentDraftSchema.safeParse(draft);
	if (!result.success) return fieldErrorsFromIssues(result.error.issues);
	const { from, to, contents, reasonForExport, incoterms } = result.data;
	return routeErrors(
		{
			from,
			to,
			totalValueEur: totalValueEur(contents),
			reasonForExport: reasonForExport ?? undefined,
			incoterms: incoterms ?? undefined,
		},
		{ vatNumber: 'to.vatNumber', contents: 'contents' },
	);
}
