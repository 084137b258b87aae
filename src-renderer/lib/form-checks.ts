// Validates forms with the schemas of the contract.
import * as z from 'zod';
import { type FieldError, fieldErrorsFromIssues } from '../../src-contract/errors';
import { type Address, addressSchema } from '../../src-contract/model/address';
import { type Documents, documentsSchema, type Parcel, parcelSchema } from '../../src-contract/model/parcel';
import type { ParcelInput } from './draft-fields';

export { shipmentDraftSchema } from '../../src-contract/model/shipment-draft';
export { draftErrors } from '../../src-contract/rules/draft-requirements';

const parcelsSchema = z.array(parcelSchema);

/** @returns undefined if a parcel is incomplete */
export const completeParcels = (input: readonly ParcelInput[]): Parcel[] | undefined =>
	parcelsSchema.safeParse(input).data;

/** @param input an emptied weight holds an empty string @returns undefined if the number is missing */
export function completeDocuments(input: ParcelInput | undefined): Documents | undefined {
	const { count, weightKg } = input ?? {};
	return documentsSchema.safeParse({ count, weightKg: typeof weightKg === 'number' ? weightKg : undefined }).data;
}

/** @returns the normalised address, or its field errors */
export function parseAddress(
	input: Address,
): { address: Address; fieldErrors: [] } | { address: undefined; fieldErrors: FieldError[] } {
	const { data, error } = addressSchema.safeParse(input);
	return data
		? { address: data, fieldErrors: [] }
		: { address: undefined, fieldErrors: fieldErrorsFromIssues(error?.issues ?? []) };
}
