// Keeps what is in the form at the desk, without sending it: as a shipment of its own, or as the row of a batch that it is.
import type { Ref } from 'vue';
import { t } from '../../../../src-contract/i18n';
import { errorMessage } from '../../../../src-contract/lib/error-message';
import { call } from '../../../lib/bridge';
import type { Draft } from '../../../lib/draft-fields';
import type { createAttempts } from './attempts';

/** A row of a batch that is mended in the form, or sent from it. */
export interface BatchRowInForm {
	batchId: number;
	position: number;
	row: string;
}

interface SavedForm {
	draft: Draft;
	keptId: Ref<number | undefined>;
	mending: Ref<BatchRowInForm | undefined>;
	/** Faults are shown at the fields from now on. */
	attempted: Ref<boolean>;
	isBegun: () => boolean;
	next: () => void;
}

const changedWhileSaved = () => t('The form was changed while it was being saved: save it again.');

export function createDraftSaving(form: SavedForm, attempts: ReturnType<typeof createAttempts>) {
	const { draft, keptId, mending } = form;
	const { error, busy, result, attempt, watchForChanges } = attempts;

	/** Keeps it at the desk, whatever it lacks yet. */
	async function keep(): Promise<boolean> {
		if (busy.value || result.value || mending.value) return false;
		error.value = '';
		const isChanged = watchForChanges(changedWhileSaved);
		return attempt(async () => {
			const shipment = await call('shipments.saveDraft', { composition: draft, id: keptId.value });
			if (!isChanged()) return shipment;
			// The form goes on with the saved shipment: what was typed meanwhile is saved with the next press.
			keptId.value = shipment.id;
			return undefined;
		});
	}

	/** What is in the form is kept before something else takes its place: as the row that it is, or at the desk. */
	async function putAside(): Promise<boolean> {
		if (busy.value) {
			error.value = t('This parcel is being sent: wait for its answer.');
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
			await call('batches.editRow', { id, position, composition: draft });
			keptId.value = undefined;
			isChanged();
			return undefined;
		}).then(() => error.value === '');
	}

	/** What the form holds becomes the row of its batch. */
	async function saveRow(): Promise<boolean> {
		const row = mending.value;
		if (!row || busy.value) return false;
		busy.value = true;
		error.value = '';
		const isChanged = watchForChanges(changedWhileSaved);
		try {
			const { batchId: id, position } = row;
			const { fieldErrors: left } = await call('batches.editRow', { id, position, composition: draft });
			keptId.value = undefined;
			if (isChanged()) return false;
			if (left.length === 0) {
				busy.value = false;
				form.next();
			} else {
				form.attempted.value = true;
				error.value = t(
					'The row was kept, and {count, plural, one {# field needs} other {# fields need}} attention still.',
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
