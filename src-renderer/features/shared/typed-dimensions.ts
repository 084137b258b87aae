// Reads dimensions that the user types in one go, as in "40x30x20", like pasted ones. A number field accepts no "x", so each "x"
// assigns the number before it and moves to the next field. A space after the last dimension moves to the weight, as in
// "40x30x20 5.5kg".
import type { ParcelInput } from '../../lib/draft-fields';

type Field = 'count' | 'lengthCm' | 'widthCm' | 'heightCm' | 'weightKg';
const FIELDS: readonly Field[] = ['count', 'lengthCm', 'widthCm', 'heightCm', 'weightKg'];

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

/** Moves the focus from a field of a parcel to another field of the same parcel. */
function focusField(input: HTMLInputElement, field: Field, nextField: Field): void {
	const path = input.dataset.field?.replace(field, nextField);
	const nextInput = document.querySelector<HTMLInputElement>(`[data-field="${path}"]`);
	nextInput?.focus();
	nextInput?.select();
}

/** @returns listeners for the row of a parcel */
export function createDimensionTyping() {
	/** Value of the focused field when it received the focus. */
	let valueOnFocus: number | undefined;
	/** True after a digit was typed into the focused field. */
	let hasNewDigits = false;
	/** Numbers typed so far, and the field in which the next one is expected. */
	let typed: { parcel: ParcelInput; numbers: number[]; nextField: Field } | undefined;

	function onFocusIn({ target }: FocusEvent, parcel: ParcelInput): void {
		const focused = fieldOf(target);
		if (!focused) return;
		valueOnFocus = parcel[focused.field];
		hasNewDigits = false;
	}

	/** A space after the height moves to the weight. It does nothing while fewer than three numbers were typed. */
	function onSpace(input: HTMLInputElement, field: Field, parcel: ParcelInput): void {
		const { heightCm } = parcel;
		if (field !== 'heightCm' || typed?.parcel !== parcel || typed.nextField !== field) return;
		if (typeof heightCm !== 'number' || !hasNewDigits) return;
		parcel.heightCm = Math.ceil(heightCm);
		typed.nextField = 'weightKg';
		focusField(input, field, 'weightKg');
	}

	function onTimes(input: HTMLInputElement, focusedField: Field, parcel: ParcelInput): void {
		let field = focusedField;
		if (field === 'weightKg') {
			// After "2 x 40 x 30 " the height is no longer focused, but a fourth number follows.
			if (typed?.parcel !== parcel || typed.nextField !== field || hasNewDigits) return;
			field = 'heightCm';
			typed.nextField = field;
		}
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
		focusField(input, focusedField, step.nextField);
	}

	function onBeforeInput(event: InputEvent, parcel: ParcelInput): void {
		const edited = fieldOf(event.target);
		if (!edited) return;
		const data = event.data ?? '';
		if (/\d/.test(data)) hasNewDigits = true;
		if (!/^[x×* ]$/i.test(data)) return;
		// No number contains this character. Inserted, it would delete a selected number and take the focus back.
		event.preventDefault();
		if (data === ' ') onSpace(edited.input, edited.field, parcel);
		else onTimes(edited.input, edited.field, parcel);
	}

	return { onFocusIn, onBeforeInput };
}
