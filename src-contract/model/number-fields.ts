// Schemas of number inputs, with messages that name the field and its limits.
import * as z from 'zod';
import { t } from '../i18n';

export const millimetresInput = (field: () => string, required: () => string, min: number, max: number) =>
	z
		.number({ error: required })
		.min(min, { error: () => t('{field}: at least {least} mm', { field: field(), least: min }) })
		.max(max, { error: () => t('{field}: at most {most} mm', { field: field(), most: max }) });
export const wholeNumberInput = (field: () => string, required: () => string, min: number, max: number) =>
	z
		.int({ error: required })
		.min(min, { error: () => t('{field}: at least {least}', { field: field(), least: min }) })
		.max(max, { error: () => t('{field}: at most {most}', { field: field(), most: max }) });
