// Loads the duty and tax tables of resources/duties, each row checked.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { readTable } from '../table';

const optionalNumber = z.string().transform((text, context) => {
	if (text === '') return undefined;
	const value = Number(text);
	if (Number.isFinite(value) && value >= 0) return value;
	context.addIssue({ code: 'custom', message: `"${text}" is not a number` });
	return z.NEVER;
});
const code = z.string().regex(/^\d{2}(\d{2}(\d{2})?)?$/, 'must have 2, 4 or 6 digits');

const destinationRow = z.object({
	country: z.string().length(2),
	currency: z.string().length(3),
	tax_percent: optionalNumber,
	tax_name: z.string(),
	duty_exempt_up_to: optionalNumber,
	duty_exempt_currency: z.string(),
	tax_exempt_up_to: optionalNumber,
	tax_exempt_currency: z.string(),
	valuation: z.enum(['CIF', 'FOB']),
	tax_base: z.enum(['value-and-duty', 'tax-inside', 'duty-surcharge', 'uplift']),
	tariff: z.enum(['', 'EU', 'GB', 'US', 'JP']),
	fallback_duty_percent: optionalNumber,
	confidence: z.enum(['high', 'medium', 'low']),
	note: z.string(),
});
export type Destination = z.infer<typeof destinationRow>;

const tariffRow = z.object({ code, EU: optionalNumber, GB: optionalNumber, US: optionalNumber, JP: optionalNumber });
export type TariffRow = z.infer<typeof tariffRow>;
export type Tariff = 'EU' | 'GB' | 'US' | 'JP';

const exchangeRow = z.object({
	currency: z.string().length(3),
	per_euro: z.coerce.number().positive(),
	effective_from: z.iso.date(),
});

const nomenclatureRow = z.object({ code: z.string().regex(/^\d{6}$/), description: z.string().min(3) });
export type NomenclatureRow = z.infer<typeof nomenclatureRow>;

export function loadDutyTables(resourcesDir: string) {
	const read = <Row extends z.ZodType>(name: string, row: Row) => {
		const file = path.join(resourcesDir, 'duties', name);
		return readTable(file, readFileSync(file, 'utf8'), row);
	};
	const exchange = read('exchange.csv', exchangeRow);
	const tariffs = ['tariff-hs6.csv', 'tariff-headings.csv', 'tariff-chapters.csv'].flatMap((name) =>
		read(name, tariffRow),
	);

	return {
		destinations: new Map(read('destinations.csv', destinationRow).map((row) => [row.country, row])),
		tariffs: new Map(tariffs.map((row) => [row.code, row])),
		nomenclature: read('nomenclature.csv', nomenclatureRow),
		/** Units of a currency for one euro on a day, or undefined when no rate is held. */
		perEuro: (currency: string, onDate: string): number | undefined =>
			exchange
				.filter((row) => row.currency === currency && row.effective_from <= onDate)
				.reduce<(typeof exchange)[number] | undefined>(
					(newest, row) => (!newest || row.effective_from > newest.effective_from ? row : newest),
					undefined,
				)?.per_euro,
	};
}
export type DutyTables = ReturnType<typeof loadDutyTables>;
