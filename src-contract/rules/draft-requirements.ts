// Requirements that a shipment draft must meet before it is booked.
import { type FieldError, fieldErrorsFromIssues } from '../errors';
import { createBoundedMap } from '../lib/bounded-map';
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

const recipientSchema = shipmentDraftSchema.pick({ to: true, reference: true });
const othersSchema = shipmentDraftSchema.omit({ from: true, to: true, reference: true });
const MAX_KNOWN_PARTS = 2000;

/**
 * Creates a function that finds the field errors of drafts which all have this sender: those of `draftErrors`, in another
 * order. An order file has thousands of drafts: the sender is checked once, and so are parcels and contents that repeat.
 */
export function createDraftCheck(sender: Address): (draft: EnteredDraft) => FieldError[] {
	const senderIssues = addressSchema.safeParse(sender).error?.issues ?? [];
	const senderErrors = fieldErrorsFromIssues(
		senderIssues.map((issue) => ({ ...issue, path: ['from', ...issue.path] })),
	);
	const check = (schema: typeof recipientSchema | typeof othersSchema, part: Partial<EnteredDraft>) => {
		const { data, error } = schema.safeParse(part);
		return { data, errors: fieldErrorsFromIssues(error?.issues ?? []) };
	};
	/** Results by the JSON text of the part. */
	const knownOthers = createBoundedMap<string, ReturnType<typeof check>>(MAX_KNOWN_PARTS);
	return (draft) => {
		const { from, to, reference, ...others } = draft;
		const recipient = check(recipientSchema, { to, reference });
		const text = JSON.stringify(others);
		const rest = knownOthers.get(text) ?? check(othersSchema, others);
		knownOthers.set(text, rest);
		const fieldErrors = [...senderErrors, ...recipient.errors, ...rest.errors];
		if (fieldErrors.length > 0 && (!sender.countryCode || !to.countryCode)) return fieldErrors;
		const reportedPaths = new Set(fieldErrors.map(({ path }) => path));
		const routed = { ...draft, ...recipient.data, ...rest.data, from: sender };
		return [...fieldErrors, ...errorsOfRoute(routed).filter(({ path }) => !reportedPaths.has(path))];
	};
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
