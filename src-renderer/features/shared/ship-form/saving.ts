// Saves the form at the desk without sending it, as a draft or as the batch row that it edits.
import type { Ref } from 'vue';
import { t } from '../../../../src-contract/i18n';
import { errorMessage } from '../../../../src-contract/lib/error-message';
import { call } from '../../../lib/bridge';
import type { Draft } from '../../../lib/draft-fields';
import type { createAttempts } from './attempts';

/** The batch row that the form edits. */
export interface BatchRowInForm {
	batchId: number;
	position: number;
	row: string;
}

interface SavedForm {
	draft: Draft;
	keptId: Ref<number | undefined>;
	mending: Ref<BatchRowInForm | undefined>;
	/** Set to true to show errors at the fields. */
	attempted: Ref<boolean>;
	isBegun: () => boolean;
	next: () => void;
}

const changedWhileSaved = () => t('The form was changed while it was being saved. Save it again.');

export function createDraftSaving(form: SavedForm, attempts: ReturnType<typeof createAttempts>) {
	const { draft, keptId, mending } = form;
	const { error, busy, result, attempt, watchForChanges } = attempts;

	/** Saves the form as a draft, complete or not. */
	async function keep(): Promise<boolean> {
		if (busy.value || result.value || mending.value) return false;
		error.value = '';
		const isChanged = watchForChanges(changedWhileSaved);
		return attempt(async () => {
			const shipment = await call('shipments.compose', { composition: draft, id: keptId.value });
			if (!isChanged()) return shipment;
			// The form continues the saved draft. The next save includes what was typed meanwhile.
			keptId.value = shipment.id;
			return undefined;
		});
	}

	/**
	 * Saves the form before something replaces its contents: as the batch row that it edits, or as a draft.
	 * @returns false if it was not saved; `error` holds the reason
	 */
	async function putAside(): Promise<boolean> {
		if (busy.value) {
			error.value = t('This parcel is being sent. Wait for the result.');
			return false;
		}
		if (result.value || !(mending.value || form.isBegun())) return true;
		if (!mending.value) {
			if (!(await keep())) return false;
			form.next();
			return true;
		}
		error.value = '';
		const { batchId: id, position } = mending.value;
		const isChanged = watchForChanges(changedWhileSaved);
		return attempt(async () => {
			await call('batches.mend', { id, position, composition: draft });
			keptId.value = undefined;
			isChanged();
			return undefined;
		}).then(() => error.value === '');
	}

	/**
	 * Saves the form as its batch row.
	 * @returns true if the row has no errors left
	 */
	async function saveRow(): Promise<boolean> {
		const row = mending.value;
		if (!row || busy.value) return false;
		busy.value = true;
		error.value = '';
		const isChanged = watchForChanges(changedWhileSaved);
		try {
			const { batchId: id, position } = row;
			const { fieldErrors: left } = await call('batches.mend', { id, position, composition: draft });
			keptId.value = undefined;
			if (isChanged()) return false;
			if (left.length === 0) {
				busy.value = false;
				form.next();
			} else {
				form.attempted.value = true;
				error.value = t(
					'The row was saved, but {count, plural, one {# field still needs} other {# fields still need}} attention.',
					{ count: left.length },
				);
			}
			return left.length === 0;
		} catch (caught) {
			error.value = errorMessage(caught);
			return false;
		} finally {
			busy.value = false;
		}
	}

	return { keep, putAside, saveRow };
}
