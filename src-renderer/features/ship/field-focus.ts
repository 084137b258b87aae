// Focuses a field of the Ship form by its path in the draft, such as `to.city`.
import { nextTick, type Ref } from 'vue';
import { focusControl } from '../../lib/focus-control';

interface Picker {
	focusField(field: string): Promise<void>;
}

/** @param pickers the components of the two addresses, whose forms may be closed */
export function createFieldFocus(
	form: Readonly<Ref<HTMLElement | null>>,
	pickers: Record<'to' | 'from', Ref<Picker | undefined>>,
) {
	return async function focusField(path: string): Promise<void> {
		// A field may appear together with its error.
		await nextTick();
		if (focusControl(form.value?.querySelector(`[data-field="${path}"]`))) return;
		const [section = '', field = ''] = path.split('.');
		if (section === 'to' || section === 'from') return pickers[section].value?.focusField(field);
		// An error of a whole list, or of a line's field that the screen does not have.
		focusControl(form.value?.querySelector(`[data-field^="${section}."]`));
	};
}
