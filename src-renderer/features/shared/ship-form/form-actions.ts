// Runs the actions of the Ship form, such as booking. Holds the outcome of the last action: a shipment, or an error message and
// the errors of the fields that were refused.
import { type Ref, ref, watch } from 'vue';
import { AppError, type FieldError, isServiceUnreachable } from '../../../../src-contract/errors';
import { errorMessage } from '../../../../src-contract/lib/error-message';
import type { ShipmentDetail } from '../../../../src-contract/model/shipment';
import type { Draft } from '../../../lib/draft-fields';
import { messageRef } from '../../../lib/language-change';

/** An error that the last action reported, with the value of its field at that time. */
interface RefusedFieldError extends FieldError {
	refusedValue: string | undefined;
}

/**
 * The value of a field as JSON, to compare values; undefined if the draft has no such field. The value of an address field
 * includes the country, because the country decides which postcodes, telephone and tax numbers are valid.
 */
function valueAt(draft: Draft, path: string): string | undefined {
	const keys = path.split('.');
	const value = keys.reduce<unknown>(
		(parent, key) => (typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined),
		draft,
	);
	if (value === undefined) return undefined;
	const [section = ''] = keys;
	return JSON.stringify(section === 'to' || section === 'from' ? [value, draft[section].countryCode] : value);
}

/** The form as JSON. Leaves out `begunAt` and `dutiesEur`, which the form sets itself. */
const formJson = (draft: Draft): string => JSON.stringify({ ...draft, begunAt: null, dutiesEur: null });

/**
 * @param savedDraftId id of the saved draft that the form edits. A failed action sets it if the shipment was saved at this desk
 * first, and clears it if the saved draft no longer exists.
 * @param isOffline set to true if the service cannot be reached
 */
export function createFormActions(draft: Draft, savedDraftId: Ref<number | undefined>, isOffline: Ref<boolean>) {
	const refusedFieldErrors = ref<RefusedFieldError[]>([]);
	const error = messageRef();
	/** True while an action runs, such as saving or booking. */
	const busy = ref(false);
	/** The shipment that the last action returned. While set, the screen shows it as the result, and the form cannot be changed. */
	const result = ref<ShipmentDetail>();

	/** @returns true if `action` returned a shipment; the screen then shows this result */
	async function runAction(action: () => Promise<ShipmentDetail | undefined>): Promise<boolean> {
		busy.value = true;
		try {
			const shipment = await action();
			if (shipment) result.value = shipment;
			return shipment !== undefined;
		} catch (caught) {
			error.value = errorMessage(caught);
			if (caught instanceof AppError) {
				refusedFieldErrors.value = caught.fields.map((fieldError) => ({
					...fieldError,
					refusedValue: valueAt(draft, fieldError.path),
				}));
				// `shipmentId` is set if the shipment was saved at this desk before the action failed. The form now edits that draft.
				savedDraftId.value = caught.shipmentId ?? savedDraftId.value;
				// The saved draft was discarded or sent from another screen meanwhile: the form now holds a new shipment.
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
	 * @returns a function that compares the form with the remembered content. If they differ, the function returns true and shows
	 * `changedText()` as the error.
	 */
	function createChangeReporter(changedText: () => string): () => boolean {
		const initialJson = formJson(draft);
		return () => {
			const isChanged = formJson(draft) !== initialJson;
			if (isChanged) error.value = changedText();
			return isChanged;
		};
	}

	// A change of the form removes the error message, and the errors of the changed fields. `flush: 'sync'`: a message that an
	// action shows after a change must stay.
	watch(
		() => formJson(draft),
		() => {
			error.value = '';
			refusedFieldErrors.value = refusedFieldErrors.value.filter(
				({ path, refusedValue }) => refusedValue !== undefined && refusedValue === valueAt(draft, path),
			);
		},
		{ flush: 'sync' },
	);

	return { refusedFieldErrors, error, busy, result, runAction, createChangeReporter };
}
