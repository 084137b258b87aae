// The parts of a form that prices need, as a list of steps, each with the fields that are still missing.
import { t } from '../../../src-contract/i18n';
import { PARCEL_MEASURE_FIELDS, type ParcelInput } from '../../lib/draft-fields';

export interface ReadinessStep {
	key: 'to' | 'from' | 'parcels' | 'value' | 'customs';
	name: string;
	/** Names of the missing fields, in the order of the screen. */
	missing: string[];
	/** Path of the first missing field, as in `data-field`; of the step's first field if none is missing. */
	firstField: string;
}

export interface MissingField {
	path: string;
	name: string;
}

/** @param firstField path of the step's first field */
export const readinessStep = (
	key: ReadinessStep['key'],
	name: string,
	firstField: string,
	missingFields: readonly MissingField[],
): ReadinessStep => ({
	key,
	name,
	missing: [...new Set(missingFields.map((field) => field.name))],
	firstField: missingFields[0]?.path ?? firstField,
});

const isMissing = (value: unknown): boolean => value === undefined || value === '' || value === null;

/** @param fields path, name and value of each field */
export const missingFields = (fields: readonly (readonly [path: string, name: string, value: unknown])[]) =>
	fields.flatMap(([path, name, value]) => (isMissing(value) ? [{ path, name }] : []));

/** The size and weight of every parcel. */
export function parcelsStep(parcels: readonly ParcelInput[]): ReadinessStep {
	const names = { lengthCm: t('Length'), widthCm: t('Width'), heightCm: t('Height'), weightKg: t('Weight') };
	return readinessStep(
		'parcels',
		t('Size and weight'),
		'parcels.0.lengthCm',
		missingFields(
			parcels.flatMap((parcel, index) =>
				PARCEL_MEASURE_FIELDS.map((field) => [`parcels.${index}.${field}`, names[field], parcel[field]] as const),
			),
		),
	);
}
