// What is done with the form, one thing at a time: its error, the fields that were refused, and the shipment that came of it.
import { type Ref, ref } from 'vue';
import { AppError, type FieldError } from '../../../../src-contract/errors';
import { errorMessage } from '../../../../src-contract/lib/error-message';
import type { ShipmentDetail } from '../../../../src-contract/model/shipment';
import type { Draft } from '../../../lib/draft-fields';
import { isItemError } from '../prices';

/** @param keptId of the saved shipment that the form goes on with @param offline set when the service cannot be reached */
export function createAttempts(draft: Draft, keptId: Ref<number | undefined>, offline: Ref<boolean>) {
	const refusedFaults = ref<FieldError[]>([]);
	const error = ref('');
	const busy = ref(false);
	const result = ref<ShipmentDetail>();

	/** @returns whether it was done: the form gives way to the result */
	async function attempt(work: () => Promise<ShipmentDetail | undefined>): Promise<boolean> {
		busy.value = true;
		try {
			const shipment = await work();
			if (shipment) result.value = shipment;
			return shipment !== undefined;
		} catch (caught) {
			error.value = errorMessage(caught);
			if (caught instanceof AppError) {
				refusedFaults.value = caught.fields;
				// Kept at the desk: the next attempt is of the same shipment.
				keptId.value = caught.shipmentId ?? keptId.value;
				// It was discarded, or sent, meanwhile: what the form holds is a new one.
				if (caught.code === 'shipment.stateChanged') keptId.value = undefined;
			}
			if (isItemError(caught)) offline.value = true;
			return false;
		} finally {
			busy.value = false;
		}
	}

	/** @returns a function that says whether the form was changed since, with an error that tells the user */
	function watchForChanges(text: () => string): () => boolean {
		// The time of the first input is noted by the form itself, shortly after that input.
		const typed = () => JSON.stringify({ ...draft, begunAt: null });
		const before = typed();
		return () => {
			const isChanged = typed() !== before;
			if (isChanged) error.value = text();
			return isChanged;
		};
	}

	return { refusedFaults, error, busy, result, attempt, watchForChanges };
}
