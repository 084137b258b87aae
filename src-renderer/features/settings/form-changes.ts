// A form that stays open while what it shows is saved from elsewhere.
import { keysOf } from '../../../src-contract/lib/keys';

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** @returns the fields that differ from how the form was opened */
export function changedFields<Form extends object>(form: Form, opened: Form): Partial<Form> {
	const changed: Partial<Form> = {};
	for (const field of keysOf(form)) if (!isSame(form[field], opened[field])) changed[field] = form[field];
	return changed;
}

/** Takes over what was saved from elsewhere, but for the fields that the user changed in the form. */
export function followSaved<Form extends object>(form: Form, opened: Form, saved: Form): void {
	for (const field of keysOf(saved)) if (isSame(form[field], opened[field])) form[field] = saved[field];
}
