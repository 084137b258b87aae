// IPC methods of the support bundle.
import { method, noInput } from './method';

export const supportApi = {
	/** Collects the report for support. The user can read it before saving it. */
	'support.collect': method<{ text: string }>()(noInput),
	/** Saves the report that was collected last. Opens a save dialog; null when the user cancels it. */
	'support.save': method<{ path: string } | null>()(noInput),
} as const;
