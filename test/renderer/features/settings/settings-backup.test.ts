// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import SettingsBackup from '../../../../src-renderer/features/settings/SettingsBackup.vue';
import { flushPromises, installBridge } from '../../../fixtures/bridge';
import { freshPinia, mount, typeInto, unmountAll } from '../../../fixtures/mount';

afterEach(unmountAll);

const PASSPHRASE = 'four words of a test';

async function openSection() {
	const bridge = installBridge();
	const section = mount(freshPinia(), SettingsBackup);
	const [passphrase, repeated, ofBackup] = section.findAll('input') as HTMLInputElement[];
	if (!passphrase || !repeated || !ofBackup) throw new Error('the section has no three fields');
	return { bridge, section, passphrase, repeated, ofBackup };
}

it('writes no backup with a passphrase that was mistyped', async () => {
	const { bridge, section, passphrase, repeated } = await openSection();
	await typeInto(passphrase, PASSPHRASE);
	await typeInto(repeated, `${PASSPHRASE}.`);
	for (const label of ['Back up', 'Move']) section.button(label).click();
	await flushPromises();
	// A check of a form of an earlier test may still arrive here.
	expect(bridge.calls.filter(({ method }) => method.startsWith('desk.'))).toEqual([]);
	expect(section.root.textContent).toContain('The two passphrases are different.');
});

it('says where the backup is, and forgets the passphrase', async () => {
	const { bridge, section, passphrase, repeated } = await openSection();
	for (const field of [passphrase, repeated]) await typeInto(field, PASSPHRASE);
	section.button('Back up').click();
	await flushPromises();
	expect(bridge.pending('desk.backUp').input).toEqual({ passphrase: PASSPHRASE });
	await bridge.pending('desk.backUp').answer({ path: '/srv/desk.waybill-desk', bytes: 12_340_000 });
	expect(section.root.textContent).toContain('Saved as /srv/desk.waybill-desk (12.3 MB), read again and checked.');
	expect([passphrase.value, repeated.value]).toEqual(['', '']);
});

it('keeps the passphrase when the user cancels the file dialog', async () => {
	const { bridge, section, passphrase, repeated } = await openSection();
	for (const field of [passphrase, repeated]) await typeInto(field, PASSPHRASE);
	section.button('Move').click();
	await flushPromises();
	await bridge.pending('desk.move').answer(null);
	expect(passphrase.value).toBe(PASSPHRASE);
	expect(section.find('[role=status]').textContent).toBe('');
});

it('says why a backup was not restored', async () => {
	const { bridge, section, ofBackup } = await openSection();
	await typeInto(ofBackup, PASSPHRASE);
	section.button('Choose a backup').click();
	await flushPromises();
	await bridge.pending('desk.restore').fail('backup.passphraseWrong', 'Wrong passphrase.');
	expect(section.root.textContent).toContain('Wrong passphrase.');
});
