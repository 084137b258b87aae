// The checks of forms, which the first screen stands without: nothing of an empty form is checked, and to make the schemas takes
// a twentieth of a start.
import { shallowRef } from 'vue';

/** Undefined until they are loaded. */
export const checks = shallowRef<typeof import('./form-checks')>();

/** Asked for once the first screen is drawn, and by whatever cannot go on without them. */
export async function loadChecks(): Promise<typeof import('./form-checks')> {
	checks.value ??= await import('./form-checks');
	return checks.value;
}
