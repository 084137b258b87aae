// Keeps an open form in step with settings that are saved elsewhere.
import { keysOf } from '../../../src-contract/lib/keys';

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** @returns the fields that differ from the values the form was opened with */
export function changedFields<Form extends object>(form: Form, opened: Form): Partial<Form> {
	const changed: Partial<Form> = {};
	for (const field of keysOf(form)) if (!isSame(form[field], opened[field])) changed[field] = form[field];
	return changed;
}

/** Copies values saved elsewhere into the form, except for fields that the user changed. */
export function followSaved<Form extends object>(form: Form, opened: Form, saved: Form): void {
	for (const field of keysOf(saved)) if (isSame(form[field], opened[field])) form[field] = saved[field];
}
