// Saves the form at the desk without sending it: as a draft, or as the batch row that the form edits.
import { type Ref, ref, watch } from 'vue';
import { t } from '../../../../src-contract/i18n';
import { errorMessage } from '../../../../src-contract/lib/error-message';
import type { RowProblem } from '../../../../src-contract/model/form-backup';
import type { ShipmentDetail } from '../../../../src-contract/model/shipment';
import { call } from '../../../lib/bridge';
import type { Draft } from '../../../lib/draft-fields';
import type { createFormActions } from './form-actions';

/** The batch row that the form edits. */
export interface BatchRowInForm {
	batchId: number;
	/** Position of the order in its batch, from 1. */
	position: number;
	/** Row numbers of the order in the order file, such as `2` or `2–4`, for messages. */
	rowNumbers: string;
	/** Why the user has to correct the row, as far as known when it was opened. */
	problems?: RowProblem[] | undefined;
}

interface FormToSave {
	draft: Draft;
	savedDraftId: Ref<number | undefined>;
	editedRow: Ref<BatchRowInForm | undefined>;
	/** True while errors are shown at the fields. */
	showsErrors: Ref<boolean>;
	hasInput: Ref<boolean>;
	startNextParcel: () => void;
}

const changedWhileSavingText = () => t('The form was changed while it was being saved. Save it again.');

export function createDraftSaving(form: FormToSave, actions: ReturnType<typeof createFormActions>) {
	const { draft, savedDraftId, editedRow } = form;
	const { error, busy, result, runAction, createChangeReporter } = actions;
	/**
	 * Id of the draft that holds the previous contents of the form, saved when another shipment replaced them. Undefined once that
	 * draft is in the form again, or the form shows a result.
	 */
	const replacedDraftId = ref<number>();
	watch([savedDraftId, result], ([id, shipment]) => {
		if (shipment || (id !== undefined && id === replacedDraftId.value)) replacedDraftId.value = undefined;
	});
	/** True while the form is being saved at the desk. `busy` is then true too, as it is while the shipment is being sent. */
	let isSaving = false;
	function runSaving(save: () => Promise<ShipmentDetail | undefined>): Promise<boolean> {
		isSaving = true;
		return runAction(save).finally(() => {
			isSaving = false;
		});
	}

	/**
	 * Saves the form as a draft, complete or not. Does nothing while the form is busy, shows a result or edits a batch row.
	 * @returns true if the draft was saved and is now shown as the result
	 */
	async function saveDraft(): Promise<boolean> {
		if (busy.value || result.value || editedRow.value) return false;
		error.value = '';
		const reportIfChanged = createChangeReporter(changedWhileSavingText);
		return runSaving(async () => {
			const shipment = await call('shipments.saveDraft', { draft, id: savedDraftId.value });
			if (!reportIfChanged()) return shipment;
			// The user typed meanwhile. The form stays open and edits the draft just saved; the next save includes the new input.
			savedDraftId.value = shipment.id;
			return undefined;
		});
	}

	/** Clears the form, which shows the draft just saved as its result. */
	function clearSavedForm(): void {
		const draftId = result.value?.id;
		form.startNextParcel();
		replacedDraftId.value = draftId;
	}

	/**
	 * Saves the form before another shipment replaces its contents: as the batch row that the form edits, or else as a draft.
	 * Saves nothing if the form is empty or shows a result.
	 * @returns false if the form could not be saved or was changed meanwhile; `error` holds the reason
	 */
	async function saveBeforeReplacing(): Promise<boolean> {
		if (busy.value) {
			error.value = isSaving
				? t('This parcel is being saved. Wait a moment.')
				: t('This parcel is being sent. Wait for the result.');
			return false;
		}
		if (result.value || !(editedRow.value || form.hasInput.value)) return true;
		if (!editedRow.value) {
			if (!(await saveDraft())) return false;
			clearSavedForm();
			return true;
		}
		error.value = '';
		const { batchId: id, position } = editedRow.value;
		const reportIfChanged = createChangeReporter(changedWhileSavingText);
		return runSaving(async () => {
			await call('batches.editRow', { id, position, draft });
			// The call has discarded the draft that a failed booking of this row had saved, if there was one.
			savedDraftId.value = undefined;
			reportIfChanged();
			return undefined;
		}).then(() => error.value === '');
	}

	/**
	 * Saves the form as its batch row, and clears the form if the row has no errors left.
	 * @returns true if the form was cleared
	 */
	async function saveRow(): Promise<boolean> {
		const row = editedRow.value;
		if (!row || busy.value) return false;
		busy.value = true;
		isSaving = true;
		error.value = '';
		const reportIfChanged = createChangeReporter(changedWhileSavingText);
		try {
			const { batchId: id, position } = row;
			const { fieldErrors: remainingErrors } = await call('batches.editRow', { id, position, draft });
			// As in `saveBeforeReplacing`.
			savedDraftId.value = undefined;
			if (reportIfChanged()) return false;
			if (remainingErrors.length === 0) {
				// `startNextParcel` does nothing while the form is busy.
				busy.value = false;
				form.startNextParcel();
			} else {
				form.showsErrors.value = true;
				error.value = t(
					'The row was saved, but {count, plural, one {# field still needs} other {# fields still need}} attention.',
					{ count: remainingErrors.length },
				);
			}
			return remainingErrors.length === 0;
		} catch (caught) {
			error.value = errorMessage(caught);
			return false;
		} finally {
			busy.value = false;
			isSaving = false;
		}
	}

	return { saveDraft, saveBeforeReplacing, saveRow, replacedDraftId };
}
