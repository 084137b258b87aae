import * as z from 'zod';
import { addressSchema } from './address';
import { parcelSizeSchema } from './parcel';

export function isServiceAddress(text: string): boolean {
	try {
		const url = new URL(text);
		return /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === '';
	} catch {
		return false;
	}
}

export const themeSchema = z.enum(['system', 'light', 'dark']);

/** The desk's preferences. No secret is among them. */
export const settingsSchema = z.object({
	deskName: z.string().trim().max(40),
	/** Empty: the built-in service. */
	serviceUrl: z
		.string()
		.trim()
		.refine(
			(url) => url === '' || isServiceAddress(url),
			'An address such as https://service.example, without a key in it',
		)
		.transform((url) => url.replace(/\/+$/, '')),
	sender: addressSchema.nullable(),
	parcelPresets: z.array(parcelSizeSchema.extend({ name: z.string().trim().min(1).max(20) })),
	/** Labels and papers are let go of after so many days, and the oldest when all take more. */
	keepDocumentsDays: z.int().min(1, 'At least a day').max(3650),
	keepDocumentsMegabytes: z.int().min(10, 'At least 10 MB').max(1_000_000),
	theme: themeSchema,
});
export type Settings = z.infer<typeof settingsSchema>;

/** How the key and secret of a partner account are kept. */
export const protectionSchema = z.enum(['keyring', 'passphrase', 'memory']);
export type Protection = z.infer<typeof protectionSchema>;

export interface CredentialStatus {
	/** `absent`: none is set. `locked`: kept under a passphrase that was not given in this run. */
	state: 'absent' | 'locked' | 'set';
	protection: Protection | null;
	/** The last four characters of the secret, when it is known in this run. */
	endsIn: string;
	keyringAvailable: boolean;
}
