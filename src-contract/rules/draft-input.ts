// Whether a user has entered anything into a shipment draft. Pure.
import type { EnteredDraft } from '../model/shipment-draft';

/** True if the draft has a recipient's name or street, a reference, a description of goods or a measure of a parcel. */
export const hasDraftInput = ({
	to,
	reference,
	contents,
	parcels,
}: Pick<EnteredDraft, 'to' | 'reference' | 'contents' | 'parcels'>): boolean =>
	Boolean(to.contactPerson || to.companyName || to.addressLine1 || reference) ||
	contents.some(({ description }) => description) ||
	// An emptied field of the form holds an empty string.
	parcels.some(({ lengthCm, widthCm, heightCm, weightKg }) =>
		[lengthCm, widthCm, heightCm, weightKg].some((measure) => typeof measure === 'number'),
	);
