// Methods of the support bundle.
import { method, nothing } from './method';

export const supportApi = {
	/** What support is told of this desk, for a person to read before it is saved. */
	'support.collect': method<{ text: string }>()(nothing),
	/** What was collected last; asks where to. */
	'support.save': method<{ place: string } | null>()(nothing),
} as const;
