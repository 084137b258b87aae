// Loads the form checks on demand: an empty form needs no checks, and creating their schemas takes 5 % of the start time.
import { shallowRef } from 'vue';

/** Undefined until loaded. */
export const formChecks = shallowRef<typeof import('./form-checks')>();

/** Called after the first screen is drawn, and by code that may run before that and needs the checks. */
export async function loadFormChecks(): Promise<typeof import('./form-checks')> {
	formChecks.value ??= await import('./form-checks');
	return formChecks.value;
}
