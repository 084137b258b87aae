// Results of checking an address while the user types it, and of parsing a pasted address.
import * as z from 'zod';

const enteredText = z.string().max(2000).default('');
export const checkedAddressSchema = z.object({
	addressLine1: enteredText,
	addressLine2: enteredText,
	zipcode: enteredText,
	city: enteredText,
	region: enteredText,
	/** An incomplete code counts as empty. */
	countryCode: z
		.string()
		.regex(/^([A-Z]{2})?$/)
		.catch(''),
	email: enteredText,
	phone: enteredText,
	vatNumber: enteredText,
	eoriNumber: enteredText,
	iossNumber: enteredText,
	einNumber: enteredText,
});
export type CheckedAddress = z.infer<typeof checkedAddressSchema>;

/** `warning`: probably an error. If the user saves the entry anyway, the entry's history says so. `hint`: an improvement. */
export interface AddressWarning {
	level: 'warning' | 'hint';
	field: keyof CheckedAddress;
	message: string;
	/** The correct value; null when it is not known. */
	suggestion: string | null;
}

export interface AddressCheck {
	warnings: AddressWarning[];
	/**
	 * For a street that is longer than the address line of some carriers: the two lines that these carriers print. `maximum` is
	 * the number of characters per line. `lines` is null when the street does not fit on two lines.
	 */
	splits: { carriers: string[]; maximum: number; lines: [string, string] | null }[];
}

/** Confidence in a field that was recognised in a pasted address. */
export type Confidence = 'sure' | 'likely' | 'guess';
export interface PastedField {
	field: string;
	value: string;
	confidence: Confidence;
}
