// The desk's settings and the status of its credentials.
import * as z from 'zod';
import { LANGUAGES, t } from '../i18n';
import { keysOf } from '../lib/keys';
import { addressSchema } from './address';
import { parcelSizeSchema } from './parcel';

/** True for an http or https URL without credentials, query or fragment. */
export function isServiceAddress(text: string): boolean {
	try {
		const url = new URL(text);
		return /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === '';
	} catch {
		return false;
	}
}

/** `contrast`: high contrast, light or dark as the system. */
const themeSchema = z.enum(['system', 'light', 'dark', 'contrast']);
const languageSchema = z.enum(['system', ...keysOf(LANGUAGES)]);
/** Text sizes in percent. */
export const TEXT_SIZES = [100, 125, 150, 175, 200] as const;

/** The desk's settings. They contain no secrets. */
export const settingsSchema = z.object({
	deskName: z.string().trim().max(40),
	/** Empty: the built-in service. */
	serviceUrl: z
		.string()
		.trim()
		.refine((url) => url === '' || isServiceAddress(url), {
			error: () => t('Enter a web address such as https://service.example, without a key'),
		})
		.transform((url) => url.replace(/\/+$/, '')),
	/** Address of the service's web account; empty: the service's own address. */
	accountUrl: z
		.string()
		.trim()
		.refine((url) => url === '' || isServiceAddress(url), {
			error: () => t('Enter a web address such as https://account.example'),
		}),
	/** Watched folder for order files of another program; empty: none. */
	ordersFolder: z.string().max(1000),
	/** Maximum price increase of a queued shipment over the price that the user saw, in percent. */
	queueAllowancePercent: z
		.number({ error: () => t('Enter a percentage') })
		.min(0)
		.max(100),
	/** A booking that exceeds the chosen price by more than this sounds an alert, in EUR. */
	priceDifferenceAlertEur: z
		.number({ error: () => t('A price is required') })
		.min(0)
		.max(100_000),
	sender: addressSchema.nullable(),
	parcelPresets: z.array(parcelSizeSchema.extend({ name: z.string().trim().min(1).max(20) })),
	/** Labels and documents are deleted after this time, or earlier, oldest first, when they exceed the space limit. */
	keepDocumentsDays: z
		.int()
		.min(1, { error: () => t('At least 1 day') })
		.max(3650),
	keepDocumentsMegabytes: z
		.int()
		.min(10, { error: () => t('At least 10 MB') })
		.max(1_000_000),
	theme: themeSchema,
	language: languageSchema,
	textSizePercent: z.union(TEXT_SIZES.map((size) => z.literal(size))),
	/** Larger type and controls, for a standing desk. */
	isLarge: z.boolean(),
	sounds: z.boolean(),
	/** The welcome steps of the first start were completed or skipped. */
	isWelcomed: z.boolean(),
});
export type Settings = z.infer<typeof settingsSchema>;

/** Where the partner account's key and secret are stored; `memory`: nowhere, they are lost on quit. */
export const protectionSchema = z.enum(['keyring', 'passphrase', 'memory']);
export type Protection = z.infer<typeof protectionSchema>;

export interface CredentialStatus {
	/** `absent`: not set. `locked`: protected by a passphrase that was not entered since the station started. */
	state: 'absent' | 'locked' | 'set';
	protection: Protection | null;
	/** Last four characters of the secret; empty while it is not available. */
	endsIn: string;
	keyringAvailable: boolean;
}
