// Runs one action on the form at a time. Holds its error, the rejected fields and the resulting shipment.
import { type Ref, ref } from 'vue';
import { AppError, type FieldError } from '../../../../src-contract/errors';
import { errorMessage } from '../../../../src-contract/lib/error-message';
import type { ShipmentDetail } from '../../../../src-contract/model/shipment';
import type { Draft } from '../../../lib/draft-fields';
import { isServiceUnreachable } from '../prices';

/**
 * @param savedDraftId of the saved shipment that the form continues
 * @param isOffline set to true if the service cannot be reached
 */
export function createAttempts(draft: Draft, savedDraftId: Ref<number | undefined>, isOffline: Ref<boolean>) {
	const refusedFieldErrors = ref<FieldError[]>([]);
	const error = ref('');
	const busy = ref(false);
	const result = ref<ShipmentDetail>();

	/** @returns true if there is a result; the screen then shows it instead of the form */
	async function attempt(work: () => Promise<ShipmentDetail | undefined>): Promise<boolean> {
		busy.value = true;
		try {
			const shipment = await work();
			if (shipment) result.value = shipment;
			return shipment !== undefined;
		} catch (caught) {
			error.value = errorMessage(caught);
			if (caught instanceof AppError) {
				refusedFieldErrors.value = caught.fields;
				// The draft was saved at the desk: the next attempt continues it.
				savedDraftId.value = caught.shipmentId ?? savedDraftId.value;
				// The draft was discarded or sent meanwhile: the form becomes a new shipment.
				if (caught.code === 'shipment.stateChanged') savedDraftId.value = undefined;
			}
			if (isServiceUnreachable(caught)) isOffline.value = true;
			return false;
		} finally {
			busy.value = false;
		}
	}

	/** @returns a function that checks whether the form has changed since this call; if so, it sets `text()` as the error */
	function watchForChanges(text: () => string): () => boolean {
		// Ignore `begunAt`: the form sets it automatically after the first input.
		const typed = () => JSON.stringify({ ...draft, begunAt: null });
		const before = typed();
		return () => {
			const isChanged = typed() !== before;
			if (isChanged) error.value = text();
			return isChanged;
		};
	}

	return { refusedFieldErrors, error, busy, result, attempt, watchForChanges };
}
