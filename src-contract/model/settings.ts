import * as z from 'zod';
import { LANGUAGES, t } from '../i18n';
import { keysOf } from '../lib/keys';
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

/** `contrast` takes light or dark from the system. */
const themeSchema = z.enum(['system', 'light', 'dark', 'contrast']);
const languageSchema = z.enum(['system', ...keysOf(LANGUAGES)]);
/** In percent. */
export const TEXT_SIZES = [100, 125, 150, 175, 200] as const;

/** The desk's preferences. No secret is among them. */
export const settingsSchema = z.object({
	deskName: z.string().trim().max(40),
	/** Empty: the built-in service. */
	serviceUrl: z
		.string()
		.trim()
		.refine((url) => url === '' || isServiceAddress(url), {
			error: () => t('An address such as https://service.example, without a key in it'),
		})
		.transform((url) => url.replace(/\/+$/, '')),
	/** Where people see the account of that service; empty: at the service's own address. */
	accountUrl: z
		.string()
		.trim()
		.refine((url) => url === '' || isServiceAddress(url), {
			error: () => t('A web address such as https://account.example'),
		}),
	/** Another program writes files of orders there; empty: none does. */
	ordersFolder: z.string().max(1000),
	/** How much more than the price that was seen a queued shipment may cost, in percent. */
	queueAllowancePercent: z
		.number({ error: () => t('A percentage') })
		.min(0)
		.max(100),
	/** A booking that costs more than this above the chosen price sounds an alert, in EUR. */
	priceDifferenceAlertEur: z
		.number({ error: () => t('A price is required') })
		.min(0)
		.max(100_000),
	sender: addressSchema.nullable(),
	parcelPresets: z.array(parcelSizeSchema.extend({ name: z.string().trim().min(1).max(20) })),
	/** Labels and papers are let go of after so many days, and the oldest when all take more. */
	keepDocumentsDays: z
		.int()
		.min(1, { error: () => t('At least a day') })
		.max(3650),
	keepDocumentsMegabytes: z
		.int()
		.min(10, { error: () => t('At least 10 MB') })
		.max(1_000_000),
	theme: themeSchema,
	language: languageSchema,
	textSizePercent: z.union(TEXT_SIZES.map((size) => z.literal(size))),
	/** For a desk where people stand: larger type and controls. */
	isLarge: z.boolean(),
	sounds: z.boolean(),
	/** The three short steps of a first run were taken or passed over. */
	isWelcomed: z.boolean(),
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
