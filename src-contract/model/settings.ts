// The desk's settings and the status of its credentials.
import * as z from 'zod';
import { LANGUAGES, t } from '../i18n';
import { keysOf } from '../lib/keys';
import { addressSchema } from './address';
import { cartonDetailsSchema, isLargeEnough } from './carton';
import { packingSettingsSchema } from './packing';
import { parcelSizeSchema } from './parcel';
import { SHIPMENT_COLUMNS } from './shipment';

/** True for an http or https URL without credentials, query or fragment. */
export function isServiceAddress(text: string): boolean {
	try {
		const url = new URL(text);
		return /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === '';
	} catch {
		return false;
	}
}

/** `contrast`: high contrast; light or dark as set in the operating system. */
const themeSchema = z.enum(['system', 'light', 'dark', 'contrast']);
const languageSchema = z.enum(['system', ...keysOf(LANGUAGES)]);
/** Text sizes in percent. */
export const TEXT_SIZES = [100, 125, 150, 175, 200] as const;

/** A box of the desk. */
const parcelPresetSchema = parcelSizeSchema
	.extend({
		name: z.string().trim().min(1).max(20),
		/** What Pack needs to suggest it; null: it is not suggested. */
		carton: cartonDetailsSchema.nullable().default(null),
	})
	.refine((box) => box.carton === null || isLargeEnough(box, box.carton), {
		error: () => t('The inner size is larger than the outer size'),
	});
export type ParcelPreset = z.infer<typeof parcelPresetSchema>;

/** The desk's settings. They contain no secrets. */
export const settingsSchema = z.object({
	/** Recorded with each change of the address book; empty: the name of the operating-system user is recorded instead. */
	deskName: z.string().trim().max(40),
	/** Empty: the built-in service. */
	serviceUrl: z
		.string()
		.trim()
		.refine((url) => url === '' || isServiceAddress(url), {
			error: () => t('Enter a web address such as https://service.example, without a key'),
		})
		.transform((url) => url.replace(/\/+$/, '')),
	/** Address of an external service's web account; empty: the account pages of the service itself. */
	accountUrl: z
		.string()
		.trim()
		.refine((url) => url === '' || isServiceAddress(url), {
			error: () => t('Enter a web address such as https://account.example'),
		}),
	/** Watched folder for order files of another program; empty: none. */
	ordersFolder: z.string().max(1000),
	/** Maximum price of a new queued shipment, in percent above the price that the user saw. */
	queueAllowancePercent: z
		.number({ error: () => t('Enter a percentage') })
		.min(0)
		.max(100),
	/** An alert sounds when a booking costs more than the chosen price plus this amount, in EUR. */
	priceDifferenceAlertEur: z
		.number({ error: () => t('A price is required') })
		.min(0)
		.max(100_000),
	/** Sender of new shipments; null: none is set. */
	sender: addressSchema.nullable(),
	parcelPresets: z.array(parcelPresetSchema),
	/** Labels and documents are deleted after this time. */
	keepDocumentsDays: z
		.int()
		.min(1, { error: () => t('At least 1 day') })
		.max(3650),
	/** Maximum space of labels and documents. If they need more, the oldest ones are deleted before `keepDocumentsDays` has passed. */
	keepDocumentsMegabytes: z
		.int()
		.min(10, { error: () => t('At least 10 MB') })
		.max(1_000_000),
	theme: themeSchema,
	language: languageSchema,
	textSizePercent: z.union(TEXT_SIZES.map((size) => z.literal(size))),
	/** Columns of the list of shipments that the user chose. The recipient is always shown. */
	shipmentColumns: z.array(z.enum(SHIPMENT_COLUMNS)),
	/** Larger type and controls, for a standing desk. */
	isLarge: z.boolean(),
	/** Less space between lines, so that more of them fit. */
	isCompact: z.boolean(),
	sounds: z.boolean(),
	packing: packingSettingsSchema,
	/** The welcome steps of the first start were completed or skipped. */
	isWelcomed: z.boolean(),
});
export type Settings = z.infer<typeof settingsSchema>;

/** How a secret, such as the partner account's key, is protected. `memory`: the secret is not stored, and is lost on quit. */
export const protectionSchema = z.enum(['keyring', 'passphrase', 'memory']);
export type Protection = z.infer<typeof protectionSchema>;

export interface CredentialStatus {
	/** `absent`: no key is set. `locked`: the key is protected by a passphrase that was not entered since the station started. */
	state: 'absent' | 'locked' | 'set';
	/** Null when no key is set. */
	protection: Protection | null;
	/** Last four characters of the key, never of the secret; empty while the key is not available. */
	endsIn: string;
	keyringAvailable: boolean;
}
