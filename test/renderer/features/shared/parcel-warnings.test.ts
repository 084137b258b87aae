import { describe, expect, it } from 'vitest';
import { parcelWarning } from '../../../../src-renderer/features/shared/parcel-warnings';
import { newParcel } from '../../../../src-renderer/lib/draft-fields';

const box = { lengthCm: 40, widthCm: 30, heightCm: 20, weightKg: 5.5 };
const pallet = { lengthCm: 120, widthCm: 80, heightCm: 150, weightKg: 600 };

describe('a parcel', () => {
	it.each([
		['with a side of 400 cm', { ...box, lengthCm: 400 }, 'Is the length really 400 cm?'],
		['with a width of 300 cm', { ...box, widthCm: 300 }, 'Is the width really 300 cm?'],
		['with a height of 201 cm', { ...box, heightCm: 201 }, 'Is the height really 201 cm?'],
		['of 1 g', { ...box, weightKg: 0.001 }, 'Is the weight really 0.001 kg?'],
		['of 900 kg', { ...box, weightKg: 900 }, 'Is the weight really 900 kg?'],
		['of 900 kg without dimensions', { weightKg: 900 }, 'Is the weight really 900 kg?'],
		['heavier than iron', { lengthCm: 25, widthCm: 18, heightCm: 10, weightKg: 55 }, 'Is the weight really 55 kg?'],
	])('%s is asked about', (_name, measures, message) => {
		expect(parcelWarning({ ...newParcel(), ...measures })?.message).toBe(message);
	});

	it.each([
		['an empty line', {}],
		['a box', box],
		['a letter', { lengthCm: 23, widthCm: 12, heightCm: 1, weightKg: 0.02 }],
		['a tube of 2 m', { lengthCm: 200, widthCm: 10, heightCm: 10, weightKg: 2 }],
		['a pallet', pallet],
		['a weight of 0, which is an error', { ...box, weightKg: 0 }],
	])('%s is not asked about', (_name, measures) => {
		expect(parcelWarning({ ...newParcel(), ...measures })).toBeUndefined();
	});
});
