// Reads dimensions that the user types in one go, as in "40x30x20", like pasted ones. A number field accepts no "x", so each "x"
// assigns the number before it and moves to the next field.
import type { ParcelInput } from '../../lib/draft-fields';

type Field = 'count' | 'lengthCm' | 'widthCm' | 'heightCm';
const FIELDS: readonly Field[] = ['count', 'lengthCm', 'widthCm', 'heightCm'];

/** After 1, 2 or 3 numbers: the fields that take them, and the next field. Four numbers are a count and three dimensions. */
const STEPS: readonly { fields: Field[]; nextField: Field }[] = [
	{ fields: ['lengthCm'], nextField: 'widthCm' },
	{ fields: ['lengthCm', 'widthCm'], nextField: 'heightCm' },
	{ fields: ['count', 'lengthCm', 'widthCm'], nextField: 'heightCm' },
];

/** The input and its field, which is the last part of `data-field`, as in `parcels.0.lengthCm`. */
function fieldOf(target: EventTarget | null): { input: HTMLInputElement; field: Field } | undefined {
	if (!(target instanceof HTMLInputElement)) return undefined;
	const field = FIELDS.find((name) => target.dataset.field?.endsWith(`.${name}`));
	return field && { input: target, field };
}

/** @returns listeners for the row of a parcel */
export function createDimensionTyping() {
	/** Value of the focused field when it received the focus. */
	let valueOnFocus: number | undefined;
	/** Numbers typed so far, and the field in which the next one is expected. */
	let typed: { parcel: ParcelInput; numbers: number[]; nextField: Field } | undefined;

	function onFocusIn({ target }: FocusEvent, parcel: ParcelInput): void {
		const focused = fieldOf(target);
		if (focused) valueOnFocus = parcel[focused.field];
	}

	function onBeforeInput(event: InputEvent, parcel: ParcelInput): void {
		const edited = fieldOf(event.target);
		if (!/^[x×*]$/i.test(event.data ?? '') || !edited) return;
		const { input, field } = edited;
		const number = parcel[field];
		if (typeof number !== 'number') return;
		if (typed?.parcel !== parcel || typed.nextField !== field) {
			typed = { parcel, numbers: [], nextField: field };
			// The first number is the length, in whichever field it was typed.
			parcel[field] = valueOnFocus;
		}
		const step = STEPS[typed.numbers.length];
		if (!step) return;
		// Rounded up, as carriers do and as `parseDimensions` does with pasted dimensions.
		typed.numbers.push(Math.ceil(number));
		typed.nextField = step.nextField;
		for (const [index, assignedField] of step.fields.entries()) parcel[assignedField] = typed.numbers[index];
		// The third number was typed into the field of the fourth.
		if (field === step.nextField) parcel[field] = undefined;
		const path = input.dataset.field?.replace(field, step.nextField);
		const nextInput = document.querySelector<HTMLInputElement>(`[data-field="${path}"]`);
		nextInput?.focus();
		nextInput?.select();
	}

	return { onFocusIn, onBeforeInput };
}
