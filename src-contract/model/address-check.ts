// What a desk is told of an address while it is typed.
import * as z from 'zod';

const typed = z.string().max(2000).default('');
export const checkedAddressSchema = z.object({
	addressLine1: typed,
	addressLine2: typed,
	zipcode: typed,
	/** What is no code yet is none. */
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

/** A warning may be overridden, which stands in the history of the entry; a hint only says what would be better. */
export interface AddressWarning {
	level: 'warning' | 'hint';
	field: keyof CheckedAddress;
	message: string;
	/** What would be right; null: not known. */
	suggestion: string | null;
}

export interface AddressCheck {
	warnings: AddressWarning[];
	/** How carriers print a street that is too long for their lines; null: it does not fit at all. */
	splits: { carriers: string[]; maximum: number; lines: [string, string] | null }[];
}

/** How sure a proposal for a pasted address is. */
export type Confidence = 'sure' | 'likely' | 'guess';
export interface PastedField {
	field: string;
	value: string;
	confidence: Confidence;
}
