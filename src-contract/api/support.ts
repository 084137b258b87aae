// IPC methods of the support bundle.
import { method, nothing } from './method';

export const supportApi = {
	/** Collects the report for support, for the user to read before saving it. */
	'support.collect': method<{ text: string }>()(nothing),
	/** Saves the report that was collected last. Opens a save dialog; null when the user cancels it. */
	'support.save': method<{ path: string } | null>()(nothing),
} as const;
