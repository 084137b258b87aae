// Runs actions on the form, such as booking. Holds the outcome of the last action: a shipment, or an error and the refused
// fields.
import { type Ref, ref } from 'vue';
import { AppError, type FieldError } from '../../../../src-contract/errors';
import { errorMessage } from '../../../../src-contract/lib/error-message';
import type { ShipmentDetail } from '../../../../src-contract/model/shipment';
import type { Draft } from '../../../lib/draft-fields';
import { isServiceUnreachable } from '../prices';

/**
 * @param savedDraftId id of the saved draft that the form edits; changed if an action saves or loses that draft
 * @param isOffline set to true if the service cannot be reached
 */
export function createAttempts(draft: Draft, savedDraftId: Ref<number | undefined>, isOffline: Ref<boolean>) {
	const refusedFieldErrors = ref<FieldError[]>([]);
	const error = ref('');
	const busy = ref(false);
	const result = ref<ShipmentDetail>();

	/** @returns true if `work` returned a shipment; the screen then shows this result instead of the form */
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
				// The error names the shipment if it was saved at the desk before the action failed: the form now edits that draft.
				savedDraftId.value = caught.shipmentId ?? savedDraftId.value;
				// The draft was discarded or sent elsewhere meanwhile: the form now holds a new shipment.
				if (caught.code === 'shipment.stateChanged') savedDraftId.value = undefined;
			}
			if (isServiceUnreachable(caught)) isOffline.value = true;
			return false;
		} finally {
			busy.value = false;
		}
	}

	/**
	 * Remembers the content of the form.
	 * @returns a function that compares the form with the remembered content; if they differ, it returns true and sets `text()` as
	 * the error
	 */
	function watchForChanges(text: () => string): () => boolean {
		// Ignore `begunAt`, which the form sets automatically after the first input.
		const formJson = () => JSON.stringify({ ...draft, begunAt: null });
		const initialJson = formJson();
		return () => {
			const isChanged = formJson() !== initialJson;
			if (isChanged) error.value = text();
			return isChanged;
		};
	}

	return { refusedFieldErrors, error, busy, result, attempt, watchForChanges };
}
