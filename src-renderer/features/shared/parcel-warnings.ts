// Questions about parcels whose size or weight was probably mistyped, such as 400 cm where 40 was meant. They block nothing.
import { t } from '../../../src-contract/i18n';
import type { ParcelInput } from '../../lib/draft-fields';
import { formatMeasure, formatNumber } from '../../lib/format';
import { volumeM3 } from './parcel-totals';

/** The longest side that parcel carriers commonly accept is 175 to 200 cm. Pallets are up to 120 cm long. */
const MAX_USUAL_SIDE_CM = 200;
const MIN_USUAL_WEIGHT_KG = 0.01;
/** Parcel carriers accept up to 70 kg. Above, goods travel on pallets, which are larger than `MIN_PALLET_M3`. */
const MAX_PARCEL_KG = 70;
const MIN_PALLET_M3 = 0.3;
/** About the density of iron. */
const MAX_KG_PER_M3 = 8000;

const SIDE_QUESTIONS = {
	lengthCm: (value: string) => t('Is the length really {value} cm?', { value }),
	widthCm: (value: string) => t('Is the width really {value} cm?', { value }),
	heightCm: (value: string) => t('Is the height really {value} cm?', { value }),
};

export interface ParcelWarning {
	field: 'lengthCm' | 'widthCm' | 'heightCm' | 'weightKg';
	message: string;
}

/** The first implausible measure of a parcel; undefined if all entered measures are plausible. */
export function parcelWarning(parcel: ParcelInput): ParcelWarning | undefined {
	for (const field of ['lengthCm', 'widthCm', 'heightCm'] as const) {
		const side = parcel[field];
		if (typeof side === 'number' && side > MAX_USUAL_SIDE_CM)
			return { field, message: SIDE_QUESTIONS[field](formatNumber(side)) };
	}
	const { weightKg } = parcel;
	if (typeof weightKg !== 'number' || weightKg <= 0) return undefined;
	const volume = volumeM3(parcel);
	const isTooHeavy =
		(weightKg > MAX_PARCEL_KG && volume < MIN_PALLET_M3) || (volume > 0 && weightKg / volume > MAX_KG_PER_M3);
	return isTooHeavy || weightKg < MIN_USUAL_WEIGHT_KG
		? { field: 'weightKg', message: t('Is the weight really {value} kg?', { value: formatMeasure(weightKg) }) }
		: undefined;
}
