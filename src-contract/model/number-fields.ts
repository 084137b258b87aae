// Schemas of numbers that a user types, with the messages of their limits.
import * as z from 'zod';
import { t } from '../i18n';

export const millimetres = (field: () => string, required: () => string, least: number, most: number) =>
	z
		.number({ error: required })
		.min(least, { error: () => t('{field}: at least {least} mm', { field: field(), least }) })
		.max(most, { error: () => t('{field}: at most {most} mm', { field: field(), most }) });
export const whole = (field: () => string, required: () => string, least: number, most: number) =>
	z
		.int({ error: required })
		.min(least, { error: () => t('{field}: at least {least}', { field: field(), least }) })
		.max(most, { error: () => t('{field}: at most {most}', { field: field(), most }) });
