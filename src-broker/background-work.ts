// What the service does without being asked: takes up imported rate sheets, moves parcels on, joins the search index, sends mails.
import type { Notifications } from './booking/notifications';
import { optimizeFtsIndex } from './booking/search';
import type { Simulator } from './booking/simulator';
import type { RateSheetRepository } from './rating/rate-sheet-repository';
import { type Store, storeError } from './store/store';

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

/** Runs work one run at a time: a caller during a run waits for that run. Errors are logged. */
function createExclusiveRun(work: () => Promise<void>, log: Log) {
	let running: Promise<void> | undefined;
	return {
		run(): Promise<void> {
			running ??= work()
				.catch((error) => log('error', { trouble: storeError(error), error: String(error) }))
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
	/** The day on which the search index was last optimized, or is being optimized. */
	let optimizedOn = '';
	let isMoreToOptimize = false;

	async function optimizeDaily(): Promise<void> {
		const isFirst = optimizedOn !== today();
		if (!isFirst && !isMoreToOptimize) return;
		optimizedOn = today();
		isMoreToOptimize = await optimizeFtsIndex(store, isFirst);
	}

	const moveOn = createExclusiveRun(async () => {
		await sheets.refresh();
		await simulator.advance();
		await optimizeDaily();
	}, log);
	// Apart from the parcels: a mail server that does not answer must not keep them waiting.
	const sendMails = createExclusiveRun(notifications.sendDue, log);

	return {
		/** One run of everything that is due. */
		async tick(): Promise<void> {
			await moveOn.run();
			await sendMails.run();
		},

		/** Waits for the work that runs. */
		async finished(): Promise<void> {
			await Promise.all([moveOn.finished(), sendMails.finished()]);
		},
	};
}
