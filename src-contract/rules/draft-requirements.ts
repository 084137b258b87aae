// What a shipment draft must satisfy before it is booked.
import { type FieldFault, faultsFromIssues } from '../errors';
import { compositionSchema } from '../model/shipment-draft';
import { laneFaults } from './customs-territory';
import { totalValueEur } from './landed-cost';

/** Field errors of a draft: those of the schema or, if it has none, those of the route. Paths are the draft's. */
export function compositionFaults(draft: unknown): FieldFault[] {
	const result = compositionSchema.safeParse(draft);
	if (!result.success) return faultsFromIssues(result.error.issues);
	const { from, to, contents, reasonForExport, incoterms } = result.data;
	return laneFaults(
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
