// A long piece of work on the address book: how far it is, and its end before its time. It goes on when its screen is left, and
// every screen of the book shows it.
import { defineStore } from 'pinia';
import { ref } from 'vue';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { BookProgress } from '../../../src-contract/model/address-import';
import { call } from '../../lib/bridge';

const ASKED_EVERY_MS = 200;

export const useBookWorkStore = defineStore('book-work', () => {
	/** What is being done; empty: nothing. */
	const doing = ref('');
	/** Null: it cannot be told, nor stopped. */
	const progress = ref<BookProgress | null>(null);
	const error = ref('');
	/** What came of it, until somebody read it. */
	const said = ref<{ text: string; batchId?: number }>();

	/** @returns undefined when it failed or was stopped, or something else is under way; `error` says why */
	async function run<Result>(what: string, work: () => Promise<Result>): Promise<Result | undefined> {
		if (doing.value) return undefined;
		doing.value = what;
		error.value = '';
		said.value = undefined;
		progress.value = null;
		let isOver = false;
		const timer = setInterval(async () => {
			const answer = await call('addresses.progress').catch(() => null);
			// A late answer says nothing about the next piece of work.
			if (!isOver) progress.value = answer;
		}, ASKED_EVERY_MS);
		try {
			return await work();
		} catch (caught) {
			error.value = errorMessage(caught);
			return undefined;
		} finally {
			isOver = true;
			clearInterval(timer);
			doing.value = '';
		}
	}

	return { doing, progress, error, said, run, stop: () => call('addresses.cancelTask') };
});
