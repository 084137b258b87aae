// Limits how many shipments of a batch are sent per minute. Shipments outside batches are not delayed.
import { MINUTE_MS } from '../../src-contract/lib/units';
import type { QueuedShipment } from './queue';

export interface BatchPaceDependencies {
	/** Maximum number of shipments of a batch per minute; 0 means no limit. */
	perMinute: (batchId: number) => number;
	/** When true, `wait` returns immediately. */
	isClosing: () => boolean;
}

export function createBatchPace({ perMinute, isClosing }: BatchPaceDependencies) {
	/** Time of the last shipment of a batch, in milliseconds of the monotonic clock. */
	let lastSentMs = Number.NEGATIVE_INFINITY;
	let endPause: (() => void) | undefined;

	function waitMs(batchId: number): number {
		const maxPerMinute = perMinute(batchId);
		return maxPerMinute === 0 || isClosing() ? 0 : lastSentMs + MINUTE_MS / maxPerMinute - performance.now();
	}

	return {
		/**
		 * Waits until the shipment may be sent.
		 * @param next reads the head of the queue: the wait ends early when it is no longer a shipment of this batch
		 */
		async wait({ batchId }: QueuedShipment, next: () => QueuedShipment | undefined): Promise<void> {
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
			lastSentMs = performance.now();
		},
		/** Re-evaluates the wait now: a batch may be paused, a shipment queued, or the station closing. */
		wake: () => endPause?.(),
	};
}
