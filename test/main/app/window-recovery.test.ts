import { expect, it, vi } from 'vitest';
import { createReloadLimit } from '../../../src-main/app/window-recovery';

vi.mock('electron', () => ({}));

it('reloads a window twice within a minute, asks the user at the third time, and then starts to count again', () => {
	let nowMs = 0;
	const mayReload = createReloadLimit(() => nowMs);
	const at = (ms: number): boolean => {
		nowMs = ms;
		return mayReload();
	};
	expect([at(0), at(10_000), at(20_000)]).toEqual([true, true, false]);
	expect([at(21_000), at(22_000), at(23_000)]).toEqual([true, true, false]);
	expect([at(100_000), at(140_000), at(165_000), at(201_000)]).toEqual([true, true, true, true]);
});
