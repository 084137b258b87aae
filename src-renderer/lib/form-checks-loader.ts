// Loads the form checks on demand: an empty form needs none of them, and creating their schemas takes 5 % of the start time.
import { shallowRef } from 'vue';

/** Undefined until loaded. */
export const formChecks = shallowRef<typeof import('./form-checks')>();

/** Called after the first screen is drawn, and by code that needs the checks earlier. */
export async function loadFormChecks(): Promise<typeof import('./form-checks')> {
	formChecks.value ??= await import('./form-checks');
	return formChecks.value;
}
