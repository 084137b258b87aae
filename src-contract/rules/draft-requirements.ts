// Requirements that a shipment draft must meet before it is booked.
import { type FieldError, fieldErrorsFromIssues } from '../errors';
import { type Address, addressSchema } from '../model/address';
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

/**
 * Creates a function that finds the field errors of drafts which all have this sender, as `draftErrors` does. An order file has
 * thousands of them, so the sender is checked once.
 */
export function createDraftCheck(sender: Address): (draft: EnteredDraft) => FieldError[] {
	const senderIssues = addressSchema.safeParse(sender).error?.issues ?? [];
	const senderErrors = fieldErrorsFromIssues(
		senderIssues.map((issue) => ({ ...issue, path: ['from', ...issue.path] })),
	);
	return (draft) => {
		const result = draftOfSenderSchema.safeParse(draft);
		const fieldErrors = result.success
			? senderErrors
			: [...senderErrors, ...fieldErrorsFromIssues(result.error.issues)];
		const isComplete = result.success && senderErrors.length === 0;
		if (!isComplete && (!sender.countryCode || !draft.to.countryCode)) return fieldErrors;
		const reportedPaths = new Set(fieldErrors.map(({ path }) => path));
		const routed = { ...(result.data ?? draft), from: sender };
		return [...fieldErrors, ...errorsOfRoute(routed).filter(({ path }) => !reportedPaths.has(path))];
	};
}
const draftOfSenderSchema = shipmentDraftSchema.omit({ from: true });

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
