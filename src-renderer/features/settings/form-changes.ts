// Merges an open settings form with settings that are saved elsewhere meanwhile.
import { keysOf } from '../../../src-contract/lib/keys';

const areEqual = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** @returns the fields that the user changed since the form was opened */
export function changedFields<Form extends object>(form: Form, opened: Form): Partial<Form> {
	const changed: Partial<Form> = {};
	for (const field of keysOf(form)) if (!areEqual(form[field], opened[field])) changed[field] = form[field];
	return changed;
}

/** Copies the saved settings into the form, except for fields that the user changed. */
export function applySavedElsewhere<Form extends object>(form: Form, opened: Form, saved: Form): void {
	for (const field of keysOf(saved)) if (areEqual(form[field], opened[field])) form[field] = saved[field];
}
