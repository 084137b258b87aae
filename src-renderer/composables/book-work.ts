// A long piece of work on the address book: how far it is, and its end before its time.
import { onUnmounted, ref } from 'vue';
import type { BookProgress } from '../../src-contract/address-import';
import { call } from '../station';

const ASKED_EVERY_MS = 200;

export function useBookWork() {
	/** What is being done; empty: nothing. */
	const doing = ref('');
	const progress = ref<BookProgress | null>(null);
	const error = ref('');
	let timer: ReturnType<typeof setInterval> | undefined;
	const end = () => clearInterval(timer);
	onUnmounted(end);

	/** @returns undefined when it failed or was stopped; `error` says why */
	async function run<Result>(what: string, work: () => Promise<Result>): Promise<Result | undefined> {
		if (doing.value) return undefined;
		doing.value = what;
		error.value = '';
		progress.value = null;
		timer = setInterval(async () => {
			progress.value = await call('addresses.progress').catch(() => null);
		}, ASKED_EVERY_MS);
		try {
			return await work();
		} catch (caught) {
			error.value = (caught as Error).message;
			return undefined;
		} finally {
			end();
			doing.value = '';
		}
	}

	return { doing, progress, error, run, stop: () => call('addresses.stop') };
}
export type BookWork = ReturnType<typeof useBookWork>;
