// IPC methods of the support report.
import { method, noInput } from './method';

export const supportApi = {
	/** Creates the support report. The user can read it before saving it. */
	'support.collect': method<{ text: string }>()(noInput),
	/** Saves the report that was created last. Opens a save dialog; null when the user cancels it. */
	'support.save': method<{ path: string } | null>()(noInput),
} as const;
