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
	/** When the last shipment of any batch was sent, in milliseconds of the monotonic clock. */
	let lastSentMs = Number.NEGATIVE_INFINITY;
	let endPause: (() => void) | undefined;

	function waitMs(batchId: number): number {
		const maxPerMinute = perMinute(batchId);
		return maxPerMinute === 0 || isClosing() ? 0 : lastSentMs + MINUTE_MS / maxPerMinute - performance.now();
	}

	return {
		/**
		 * Waits until the shipment may be sent.
		 * @param readNext reads the first shipment of the queue. The wait ends early when that shipment is not of this batch
		 */
		async wait({ batchId }: QueuedShipment, readNext: () => QueuedShipment | undefined): Promise<void> {
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
				if (readNext()?.batchId !== batchId) return;
			}
			lastSentMs = performance.now();
		},
		/** Checks now whether to keep waiting. Called when a batch was paused, a shipment was queued, or the station closes. */
		wake: () => endPause?.(),
	};
}
