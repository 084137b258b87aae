import { MINUTE_MS } from '../../src-contract/lib/units';

const WINDOW_MS = MINUTE_MS;
const MAX_ENDS = 3;

/** Decides whether a window whose process ended is loaded again: not after the third end within a minute. @param nowMs of a clock that nobody sets */
export function createReloadLimit(nowMs: () => number = () => performance.now()) {
	let endsAtMs: number[] = [];
	return function mayReload(): boolean {
		const now = nowMs();
		endsAtMs = [...endsAtMs.filter((atMs) => now - atMs < WINDOW_MS), now];
		if (endsAtMs.length < MAX_ENDS) return true;
		// After the user's answer the count begins again.
		endsAtMs = [];
		return false;
	};
}
