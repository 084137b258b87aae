// Commands and shortcuts of the Ship screen. They are disabled while the result is shown.
import { t } from '../../../src-contract/i18n';
import { useCommands } from '../../lib/commands';
import { useRecipientDefaultsStore } from '../shared/recipient-defaults';
import { useShipFormStore } from '../shared/ship-form/ship-form';

interface ShipActions {
	/** @param book true to book the shipment, false to save it as an online draft */
	send: (book: boolean) => unknown;
	queue: () => unknown;
	/** Saves the form as the batch row that it edits, or else as a draft at this desk. */
	saveForm: () => unknown;
	editRecipient: () => unknown;
	editSender: () => unknown;
	focusReference: () => unknown;
	copyLastShipment: () => unknown;
}

export function useShipCommands(actions: ShipActions): void {
	const ship = useShipFormStore();
	const recipientDefaults = useRecipientDefaultsStore();
	function toggle(option: 'insured' | 'schedulePickup' | 'notifyRecipient'): void {
		ship.draft[option] = !ship.draft[option];
	}
	useCommands(() =>
		ship.result
			? []
			: [
					{ label: t('Book and print'), keys: 'Ctrl Enter', icon: 'i-lucide-printer', run: () => actions.send(true) },
					...(ship.isOffline
						? [
								{
									label: t('Queue until online'),
									keys: 'Ctrl Shift Enter',
									icon: 'i-lucide-clock',
									run: actions.queue,
								},
							]
						: []),
					{ label: t('Edit recipient'), keys: 'F2', icon: 'i-lucide-map-pin', run: actions.editRecipient },
					{ label: t('Edit sender'), keys: 'F3', icon: 'i-lucide-warehouse', run: actions.editSender },
					{
						label: t('Copy parcel and contents from last shipment'),
						keys: 'F4',
						icon: 'i-lucide-history',
						run: actions.copyLastShipment,
					},
					{ label: t('Next option'), keys: 'Alt O', icon: 'i-lucide-arrow-down', run: () => ship.moveChoice(1) },
					{
						label: t('Previous option'),
						keys: 'Alt Shift O',
						icon: 'i-lucide-arrow-up',
						run: () => ship.moveChoice(-1),
					},
					{ label: t('Toggle insurance'), keys: 'Alt I', icon: 'i-lucide-shield', run: () => toggle('insured') },
					{ label: t('Toggle pickup'), keys: 'Alt U', icon: 'i-lucide-truck', run: () => toggle('schedulePickup') },
					{
						label: t('Toggle recipient notification'),
						keys: 'Alt N',
						icon: 'i-lucide-mail',
						run: () => toggle('notifyRecipient'),
					},
					{ label: t('Reference'), keys: 'Alt R', icon: 'i-lucide-hash', run: actions.focusReference },
					{
						label: t('Save draft at this desk'),
						keys: 'Ctrl S',
						icon: 'i-lucide-save',
						run: actions.saveForm,
					},
					...(ship.editedRow
						? []
						: [
								{
									label: t('Save draft to account'),
									keys: 'Ctrl Shift S',
									icon: 'i-lucide-cloud',
									run: () => actions.send(false),
								},
							]),
					...(recipientDefaults.copied && !ship.clearedForm
						? [{ label: t('Undo copy'), keys: 'Alt Z', icon: 'i-lucide-undo-2', run: recipientDefaults.undoCopy }]
						: []),
					...(ship.clearedForm
						? [{ label: t('Undo clear'), keys: 'Alt Z', icon: 'i-lucide-undo-2', run: () => ship.undoClear() }]
						: []),
					...(ship.hasInput && !ship.editedRow
						? [{ label: t('Clear form'), keys: 'Alt X', icon: 'i-lucide-eraser', run: () => ship.clear() }]
						: []),
				],
	);
}
