// IPC methods of the desk's settings and of its credentials for the service.
import * as z from 'zod';
import { t } from '../i18n';
import { type CredentialStatus, protectionSchema, type Settings, settingsSchema } from '../model/settings';
import { method, noInput } from './method';

/**
 * Text that is valid in an HTTP header. Invisible characters in pasted text are rejected here, so that the user learns about the
 * error before the first booking fails.
 */
const headerText = (max: number, missing: () => string, invalid: () => string) =>
	z
		.string()
		.trim()
		.min(1, { error: missing })
		.max(max)
		.regex(/^[\x21-\x7e]+$/, { error: invalid });

export const settingsApi = {
	'settings.read': method<Settings>()(noInput),
	/** Saves the settings. A different service address clears the key and the secret. */
	'settings.save': method<Settings>()(settingsSchema),
	'credentials.status': method<CredentialStatus>()(noInput),
	'credentials.set': method<CredentialStatus>()(
		z.object({
			key: headerText(
				200,
				() => t('The key is required'),
				() => t('The key contains an invalid character. Copy it again.'),
			),
			secret: headerText(
				400,
				() => t('The secret is required'),
				() => t('The secret contains an invalid character. Copy it again.'),
			),
			protection: protectionSchema,
			passphrase: z.string().max(200).optional(),
		}),
	),
	'credentials.unlock': method<CredentialStatus>()(z.object({ passphrase: z.string().min(1).max(200) })),
	'credentials.clear': method<CredentialStatus>()(noInput),
	/** Tests the connection to the service: requests rates for a test parcel, which costs nothing. */
	'service.test': method<{ message: string }>()(noInput),
} as const;
