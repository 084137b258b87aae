// Hands what is typed in Ship to the main process as it is typed, and takes it back when the window had to be loaded again.
import { defineStore } from 'pinia';
import { ref, watch } from 'vue';
import { RELOADED_PARAMETER } from '../../src-contract/api/channels';
import { t } from '../../src-contract/i18n';
import { useShipFormStore } from '../features/shared/ship-form/ship-form';
import { useSubmissionStore } from '../features/ship/submission';
import { call } from '../lib/bridge';
import { loadChecks } from '../lib/form-checks-loader';

export const useFormBackupStore = defineStore('form-backup', () => {
	const ship = useShipFormStore();
	const submission = useSubmissionStore();
	/** What the user is told after the window was loaded again. */
	const message = ref('');

	/** The form as JSON; empty once it has become a shipment. */
	function backup(): string {
		if (ship.result) return '';
		return JSON.stringify({
			composition: ship.draft,
			keptId: ship.keptId,
			row: ship.mending,
			limitEur: submission.typedLimitEur,
			productId: ship.prices.picked ? ship.prices.chosenId : undefined,
			isBeingSent: ship.busy,
		});
	}
	// The router checks what the text holds. A text that is longer than a form can hold is refused: what was saved before it stays.
	const save = (text: string) => void call('form.save', { form: text ? JSON.parse(text) : null }).catch(() => {});

	/** Before the request that it belongs to: the calls arrive in their order. */
	function start(): void {
		watch(backup, save);
		watch(
			() => ship.busy,
			() => save(backup()),
			{ flush: 'sync' },
		);
	}

	/** Asks only in a window that was loaded again. */
	async function recover(): Promise<void> {
		const url = new URL(location.href);
		if (!url.searchParams.has(RELOADED_PARAMETER)) return;
		url.searchParams.delete(RELOADED_PARAMETER);
		history.replaceState(history.state, '', url);
		const [{ form, isBeingSent }] = await Promise.all([call('form.recover'), loadChecks()]);
		if (form) {
			ship.load(form.composition, { keptId: form.keptId, mending: form.row });
			submission.typedLimitEur = form.limitEur;
			if (form.productId !== undefined) {
				ship.prices.chosenId = form.productId;
				ship.prices.picked = true;
			}
		}
		message.value = isBeingSent
			? t(
					'The window stopped while a shipment was being sent, and was loaded again. The shipment goes on: look in Shipments for its result before you book it again.',
				)
			: t('The window stopped and was loaded again. What you typed in Ship is kept, and what was being sent goes on.');
	}

	return { message, start, recover };
});
