// The backup of the form in the Ship view, from which a reloaded window restores what the user entered.
import { expect, it, vi } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import { formBackupSchema } from '../../../src-contract/model/form-backup';
import { createFormBackup } from '../../../src-main/shipments/form-backup';
import { newDraft } from '../../../src-renderer/lib/draft-fields';
import { exampleDraft } from '../../fixtures/shipment-draft';

const form = (changes: object = {}) => formBackupSchema.parse({ draft: exampleDraft, isBeingSent: false, ...changes });

it('returns the form that was saved last', async () => {
	const backup = createFormBackup();
	expect(await backup.recover()).toEqual({ form: null, isBeingSent: false });
	backup.save(form());
	backup.save(form({ savedDraftId: 4, optionKey: 7 }));
	expect(await backup.recover()).toEqual({ form: form({ savedDraftId: 4, optionKey: 7 }), isBeingSent: false });
	backup.save(null);
	expect(await backup.recover()).toEqual({ form: null, isBeingSent: false });
});

it('does not return a form that became a shipment, so that it is not booked again', async () => {
	const backup = createFormBackup();
	backup.save(form({ isBeingSent: true }));
	expect(await backup.track(undefined, async () => 'booked')).toBe('booked');
	expect(await backup.recover()).toEqual({ form: null, isBeingSent: false });
});

it('reports that a form is still being sent, and returns it when it was refused', async () => {
	const backup = createFormBackup();
	backup.save(form({ isBeingSent: true }));
	let refuse = (_error: Error): void => {};
	const request = backup.track(
		undefined,
		() =>
			new Promise((_resolve, reject) => {
				refuse = reject;
			}),
	);
	const failed = request.catch((error: Error) => error.message);
	expect(await backup.recover()).toEqual({ form: null, isBeingSent: true });
	refuse(new AppError('partner.rejected', 'no', { disposition: 'reject', shipmentId: 9 }));
	expect(await failed).toBe('no');
	// The next attempt sends the saved shipment.
	expect((await backup.recover()).form).toMatchObject({ savedDraftId: 9 });
});

it('keeps the form while another shipment is sent', async () => {
	const backup = createFormBackup();
	backup.save(form({ savedDraftId: 4 }));
	await backup.track(5, async () => 'booked');
	backup.save(form({ savedDraftId: 4, isBeingSent: true }));
	await backup.track(5, async () => 'booked');
	expect((await backup.recover()).form).toMatchObject({ savedDraftId: 4 });
});

it('saves an open form when the station closes: as its draft or as its batch row', () => {
	const saving = { saveDraft: vi.fn(), editRow: vi.fn() };
	const backup = createFormBackup();
	backup.save(form({ savedDraftId: 4 }));
	backup.saveOnClose(saving);
	backup.saveOnClose(saving);
	expect(saving.saveDraft.mock.calls).toEqual([[exampleDraft, 4]]);
	backup.save(form({ editedRow: { batchId: 2, position: 5, rowNumbers: '6' } }));
	backup.saveOnClose(saving);
	expect(saving.editRow.mock.calls).toEqual([[2, 5, exampleDraft]]);
	expect(saving.saveDraft).toHaveBeenCalledTimes(1);
});

it('saves no form that is empty, and none that is being sent', () => {
	const saving = { saveDraft: vi.fn(), editRow: vi.fn() };
	const backup = createFormBackup();
	backup.saveOnClose(saving);
	backup.save(form({ draft: { ...newDraft(), from: exampleDraft.from } }));
	backup.saveOnClose(saving);
	backup.save(form({ isBeingSent: true }));
	backup.saveOnClose(saving);
	expect(saving.saveDraft).not.toHaveBeenCalled();
	expect(saving.editRow).not.toHaveBeenCalled();
});
