// Merges an open settings form with settings that are saved elsewhere meanwhile.
import { keysOf } from '../../../src-contract/lib/keys';

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** @returns the fields that the user changed since the form was opened */
export function changedFields<Form extends object>(form: Form, opened: Form): Partial<Form> {
	const changed: Partial<Form> = {};
	for (const field of keysOf(form)) if (!isSame(form[field], opened[field])) changed[field] = form[field];
	return changed;
}

/** Copies the saved settings into the form, except for fields that the user changed. */
export function applySavedElsewhere<Form extends object>(form: Form, opened: Form, saved: Form): void {
	for (const field of keysOf(saved)) if (isSame(form[field], opened[field])) form[field] = saved[field];
}
