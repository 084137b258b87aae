// Names and values of address-book fields as text.

import { t } from '../../../src-contract/i18n';
import type { BookEntry } from '../../../src-contract/model/address';
import { IMPORT_FIELDS } from '../../../src-contract/model/address-import';
import type { ParcelSize } from '../../../src-contract/model/parcel';
import { PARCEL_MEASURE_FIELDS } from '../../lib/draft-fields';
import { countryName } from '../../lib/format';

export const addressFieldName = (field: keyof BookEntry): string =>
	IMPORT_FIELDS[field === 'countryCode' ? 'country' : field]();

const isParcelSize = (value: unknown): value is ParcelSize =>
	typeof value === 'object' && value !== null && PARCEL_MEASURE_FIELDS.every((field) => field in value);

/** The value as text; empty if the field is empty. */
export function addressFieldText(field: keyof BookEntry, value: unknown): string {
	if (field === 'countryCode' && value) return countryName(String(value));
	if (field === 'defaultParcel' && isParcelSize(value)) {
		const { lengthCm, widthCm, heightCm, weightKg } = value;
		return `${lengthCm} × ${widthCm} × ${heightCm} cm, ${weightKg} kg`;
	}
	if (Array.isArray(value)) return value.join(', ');
	if (field === 'kind' && value === 'business') return t('business##where goods go to');
	if (field === 'kind' && value === 'residential') return t('residential##where goods go to');
	return value === true ? t('yes') : String(value || '');
}
