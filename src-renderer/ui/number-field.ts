// A number in a text field, as users write it in every language. Chromium's own number field takes the decimal separator from the
// language in which the program started, and reads the comma of "5,5" as nothing in English.
import { computed, type Ref, ref } from 'vue';
import { readNumber } from '../../src-contract/lib/numbers';
import { readCentimetres, readKilograms } from '../../src-contract/lib/quantities';
import { formatEditable, formatEditableAmount } from '../lib/format';

/** Characters of numbers, which may be typed. */
const NUMBER_CHARACTERS = /^[\d.,'\u2019\s+-]*$/;
/** Characters of the units of weights and lengths: kg, g, lb, oz, cm, mm, in, ft. */
const UNIT_CHARACTERS = /^[\d.,'\u2019\s+\-kgmlbsozcinft"\u2033\u2032#]*$/i;
/** Readers of a number with its unit, by the unit of the field. */
const QUANTITY_READERS: Record<string, (text: string) => number | undefined> = {
	kg: (text) => readKilograms(text.trim()),
	cm: (text) => readCentimetres(text.trim()),
};

export interface NumberFieldOptions {
	min: number;
	max: number;
	/** Change of the arrow keys. */
	step: number;
	/** Whether at least two decimals are shown. */
	isAmount: boolean;
	/** Unit of the number. In a field in kg or cm, another unit may be typed after the number: 350 g becomes 0.35. */
	unit?: string | undefined;
}

/** @param model the number; an empty string when the field is empty or holds no number */
export function useNumberField(model: Ref<string | number | null | undefined>, options: () => NumberFieldOptions) {
	/** Text while the user edits it, and afterwards if it is not a number; undefined otherwise. */
	const typedText = ref<string>();
	const quantityReader = () => QUANTITY_READERS[options().unit ?? ''];
	function parse(text: string): number | '' {
		const reader = quantityReader();
		return (reader && !NUMBER_CHARACTERS.test(text) ? reader(text) : readNumber(text)) ?? '';
	}
	const format = (value: number) => (options().isAmount ? formatEditableAmount : formatEditable)(value);

	const shownText = computed(() => {
		const value = model.value;
		// The number may also be changed elsewhere while the field has the focus.
		if (typedText.value !== undefined && parse(typedText.value) === value) return typedText.value;
		return typeof value === 'number' ? format(value) : value;
	});

	function onInput({ target }: Event): void {
		if (!(target instanceof HTMLInputElement)) return;
		typedText.value = target.value;
		model.value = parse(target.value);
	}

	/** Lets only numbers be typed and pasted. A pasted text that contains one number is replaced by the number. */
	function onBeforeInput(event: Event): void {
		if (!(event instanceof InputEvent) || !event.data) return;
		if ((quantityReader() ? UNIT_CHARACTERS : NUMBER_CHARACTERS).test(event.data)) return;
		event.preventDefault();
		const number = event.data.length > 1 ? readNumber(event.data) : undefined;
		// Unlike a change of the value, this can be undone.
		if (number !== undefined) document.execCommand('insertText', false, formatEditable(number));
	}

	function onKeydown(event: KeyboardEvent): void {
		if (event.altKey || event.ctrlKey || event.metaKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return;
		event.preventDefault();
		const { min, max, step } = options();
		const value = typeof model.value === 'number' ? model.value : 0;
		const next = value + (event.key === 'ArrowUp' ? step : -step);
		typedText.value = undefined;
		// Without the inexact digits of floating-point sums.
		model.value = Number(Math.min(max, Math.max(min, next)).toFixed(10));
	}

	/** Whether the pointer gives the field the focus. */
	let isFocusedByPointer = false;
	function onPointerdown({ target }: Event): void {
		isFocusedByPointer = target !== document.activeElement;
	}
	/** Selects the number at the first click into the field, as Tab does: typing replaces it. */
	function onClick({ target }: Event): void {
		if (isFocusedByPointer && target instanceof HTMLInputElement && target.selectionStart === target.selectionEnd)
			target.select();
		isFocusedByPointer = false;
	}

	function onBlur(): void {
		if (typedText.value !== undefined && (typedText.value === '' || parse(typedText.value) !== ''))
			typedText.value = undefined;
	}

	const value = computed(() => (typeof model.value === 'number' ? model.value : undefined));
	return { shownText, value, onInput, onBeforeInput, onKeydown, onPointerdown, onClick, onBlur };
}
