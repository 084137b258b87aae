// Schemas that the partner API and the desk's own model share. They are not in the module of the partner API, because the screens
// do not load that module.
import * as z from 'zod';
import { t } from '../i18n';
import { HS_CODE, hsDigits } from './goods';

export const countryCodeSchema = z
	.string({
		error: ({ input }) =>
			input === undefined || input === null
				? t('a two-letter ISO country code is required')
				: t('must be a two-letter ISO country code, such as NL'),
	})
	.trim()
	.regex(/^[A-Za-z]{2}$/, { error: () => t('must be a two-letter ISO country code, such as NL') })
	.toUpperCase();

/** @param missing error message of an empty country */
export const requiredCountrySchema = (missing: () => string) =>
	z.string({ error: missing }).trim().min(1, { error: missing }).pipe(countryCodeSchema);

/** An HS code. The parsed value holds its digits only. */
export const hsCodeSchema = z
	.string({ error: 'an HS code must be a string' })
	.transform(hsDigits)
	.pipe(z.string().regex(HS_CODE, { error: () => t('an HS code has 6 to 10 digits') }));

export const reasonForExportSchema = z.enum([
	'commercial',
	'replacement',
	'sample',
	'gift',
	'repair',
	'return',
	'personal_use',
	'personal_effect',
	'intercompany',
	'exhibition',
]);
export type ReasonForExport = z.infer<typeof reasonForExportSchema>;
export const incotermsSchema = z.enum(['DAP', 'DDP']);
export type Incoterms = z.infer<typeof incotermsSchema>;

export const productIdSchema = z.int();
