// Periodic work of the service: loads imported rate sheets, advances tracking, optimizes the search index, sends mails.
import type { Notifications } from './booking/notifications';
import { optimizeFtsIndex } from './booking/search';
import type { Simulator } from './booking/simulator';
import type { RateSheetRepository } from './rating/rate-sheet-repository';
import { type Store, classifyStoreError } from './store/store';

export interface BackgroundWorkDependencies {
	store: Store;
	sheets: RateSheetRepository;
	simulator: Simulator;
	notifications: Notifications;
	/** ISO date. */
	today: () => string;
	log: (event: string, detail: Record<string, unknown>) => void;
}

type Log = BackgroundWorkDependencies['log'];

/** Runs work once at a time: a call during a run waits for that run. Errors are logged. */
function createExclusiveRun(work: () => Promise<void>, log: Log) {
	let running: Promise<void> | undefined;
	return {
		run(): Promise<void> {
			running ??= work()
				.catch((error) => log('error', { cause: classifyStoreError(error), error: String(error) }))
				.finally(() => {
					running = undefined;
				});
			return running;
		},
		finished: async (): Promise<void> => running,
	};
}

export function createBackgroundWork(dependencies: BackgroundWorkDependencies) {
	const { store, sheets, simulator, notifications, today, log } = dependencies;
	/** ISO date of the last or current optimization of the search index. */
	let optimizedOn = '';
	let isOptimizing = false;

	async function optimizeDaily(): Promise<void> {
		const isFirst = optimizedOn !== today();
		if (!isFirst && !isOptimizing) return;
		optimizedOn = today();
		isOptimizing = await optimizeFtsIndex(store, isFirst);
	}

	const advance = createExclusiveRun(async () => {
		await sheets.refresh();
		await simulator.advance();
		await optimizeDaily();
	}, log);
	// Separate from tracking: a mail server that does not respond must not delay it.
	const sendMails = createExclusiveRun(notifications.sendDue, log);

	return {
		/** Runs everything that is due. */
		async tick(): Promise<void> {
			await advance.run();
			await sendMails.run();
		},

		/** Waits for running work. */
		async finished(): Promise<void> {
			await Promise.all([advance.finished(), sendMails.finished()]);
		},
	};
}
