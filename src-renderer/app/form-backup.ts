// Backs up the Ship form in the main process while the user types, and restores it after a window reload.
import { defineStore } from 'pinia';
import { watch } from 'vue';
import { RELOADED_PARAMETER } from '../../src-contract/api/channels';
import { t } from '../../src-contract/i18n';
import { useShipFormStore } from '../features/shared/ship-form/ship-form';
import { useSubmissionStore } from '../features/ship/submission';
import { call } from '../lib/bridge';
import { loadFormChecks } from '../lib/form-checks-loader';
import { messageRef } from '../lib/language-change';

export const useFormBackupStore = defineStore('form-backup', () => {
	const ship = useShipFormStore();
	const submission = useSubmissionStore();
	/** Message for the user after a window reload. */
	const message = messageRef();

	/** The form as JSON, or an empty string while the result of a shipment is shown. */
	function formAsJson(): string {
		if (ship.result) return '';
		return JSON.stringify({
			draft: ship.draft,
			savedDraftId: ship.savedDraftId,
			editedRow: ship.editedRow,
			limitEur: submission.enteredLimitEur,
			optionKey: ship.prices.isPicked ? ship.prices.chosenKey : undefined,
			isBeingSent: ship.busy,
		});
	}
	// The main process rejects a backup that is invalid or too long, and then keeps the last valid backup.
	const save = (formJson: string) =>
		void call('form.save', { form: formJson ? JSON.parse(formJson) : null }).catch(() => {});

	/**
	 * Backs up the form after every change. `busy` is watched synchronously, so that the backup with `isBeingSent` reaches the main
	 * process before the shipment does: IPC calls keep their order.
	 */
	function start(): void {
		watch(formAsJson, save);
		watch(
			() => ship.busy,
			() => save(formAsJson()),
			{ flush: 'sync' },
		);
	}

	/** Restores the form after a window reload. Does nothing in a window that was opened normally. */
	async function recover(): Promise<void> {
		const url = new URL(location.href);
		if (!url.searchParams.has(RELOADED_PARAMETER)) return;
		url.searchParams.delete(RELOADED_PARAMETER);
		history.replaceState(history.state, '', url);
		const [{ form, isBeingSent }] = await Promise.all([call('form.recover'), loadFormChecks()]);
		if (form) {
			ship.load(form.draft, { savedDraftId: form.savedDraftId, editedRow: form.editedRow });
			submission.enteredLimitEur = form.limitEur;
			if (form.optionKey !== undefined) {
				ship.prices.chosenKey = form.optionKey;
				ship.prices.isPicked = true;
			}
		}
		message.value = isBeingSent
			? t(
					'The window had to be reloaded while a shipment was being sent. The shipment continues: check its result in Shipments before you book it again.',
				)
			: form
				? t('The window had to be reloaded. Your input in Ship was restored. Queued shipments and batches continue.')
				: t('The window had to be reloaded. Queued shipments and batches continue.');
	}

	return { message, start, recover };
});
