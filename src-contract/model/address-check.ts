// Result of checking an address while the user types it, and of parsing a pasted one.
import * as z from 'zod';

const typed = z.string().max(2000).default('');
export const checkedAddressSchema = z.object({
	addressLine1: typed,
	addressLine2: typed,
	zipcode: typed,
	/** An incomplete code counts as empty. */
	countryCode: z
		.string()
		.regex(/^([A-Z]{2})?$/)
		.catch(''),
	phone: typed,
	vatNumber: typed,
	eoriNumber: typed,
	iossNumber: typed,
	einNumber: typed,
});
export type CheckedAddress = z.infer<typeof checkedAddressSchema>;

/** The user may override a warning; the entry's history records that. A hint only suggests an improvement. */
export interface AddressWarning {
	level: 'warning' | 'hint';
	field: keyof CheckedAddress;
	message: string;
	/** The correct value; null when it is not known. */
	suggestion: string | null;
}

export interface AddressCheck {
	warnings: AddressWarning[];
	/** How carriers split a street that is too long for one line; `lines` is null when it does not fit at all. */
	splits: { carriers: string[]; maximum: number; lines: [string, string] | null }[];
}

/** Confidence in a field that was recognised in a pasted address. */
export type Confidence = 'sure' | 'likely' | 'guess';
export interface PastedField {
	field: string;
	value: string;
	confidence: Confidence;
}
