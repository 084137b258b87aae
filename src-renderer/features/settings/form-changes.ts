// Finds what the user changed in the settings form, and updates the form when another part of the program saves settings.
import { keysOf } from '../../../src-contract/lib/keys';

const areEqual = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/**
 * @param opened values of the form when it was opened or last updated
 * @returns the fields that the user changed since then
 */
export function changedFields<Form extends object>(form: Form, opened: Form): Partial<Form> {
	const changed: Partial<Form> = {};
	for (const field of keysOf(form)) if (!areEqual(form[field], opened[field])) changed[field] = form[field];
	return changed;
}

/**
 * Copies the saved settings into the form, except into fields that the user changed.
 * @param opened values of the form when it was opened or last updated
 */
export function applySavedElsewhere<Form extends object>(form: Form, opened: Form, saved: Form): void {
	for (const field of keysOf(saved)) if (areEqual(form[field], opened[field])) form[field] = saved[field];
}
