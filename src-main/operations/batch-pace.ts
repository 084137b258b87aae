// Spaces the shipments of a batch in time, as the batch's pace demands. Others are sent at once.
import { MINUTE_MS } from '../../src-contract/lib/units';
import type { Queued } from './queue';

export interface BatchPaceDependencies {
	/** How many shipments of a batch may be sent in a minute; 0: as fast as possible. */
	perMinute: (batchId: number) => number;
	/** Ends all waiting. */
	isClosing: () => boolean;
}

export function createBatchPace({ perMinute, isClosing }: BatchPaceDependencies) {
	/** When a shipment of a batch was sent last, by a clock that nobody sets. */
	let lastMs = Number.NEGATIVE_INFINITY;
	let endPause: (() => void) | undefined;

	function waitMs(batchId: number): number {
		const maxPerMinute = perMinute(batchId);
		return maxPerMinute === 0 || isClosing() ? 0 : lastMs + MINUTE_MS / maxPerMinute - performance.now();
	}

	return {
		/** @param next what is sent next by now: a single shipment may be queued before it, or its batch paused */
		async wait({ batchId }: Queued, next: () => Queued | undefined): Promise<void> {
			if (batchId === null) return;
			while (waitMs(batchId) > 0) {
				await new Promise<void>((resolve) => {
					const pause = setTimeout(resolve, waitMs(batchId));
					endPause = () => {
						clearTimeout(pause);
						resolve();
					};
				});
				endPause = undefined;
				if (next()?.batchId !== batchId) return;
			}
			lastMs = performance.now();
		},
		/** Looks again now: what is paused, queued or closing may have changed. */
		wake: () => endPause?.(),
	};
}
