// Periodic work of the service: loads imported rate sheets and duty tables, advances the simulated carriers, optimizes the search
// index, sends mails.
import type { Notifications } from './booking/notifications';
import { optimizeFtsIndex } from './booking/search';
import type { Simulator } from './booking/simulator';
import type { DutyTableRepository } from './duties/table-repository';
import type { RateSheetRepository } from './rating/rate-sheet-repository';
import { classifyStoreError, type Store } from './store/store';

export interface BackgroundWorkDependencies {
	store: Store;
	rateSheets: RateSheetRepository;
	dutyTables: DutyTableRepository;
	simulator: Simulator;
	notifications: Notifications;
	/** ISO date. */
	today: () => string;
	log: (event: string, detail: Record<string, unknown>) => void;
}

type Log = BackgroundWorkDependencies['log'];

/** Runs `work` once at a time: a call during a run waits for that run. Errors are logged, not thrown. */
function createSharedRun(work: () => Promise<void>, log: Log) {
	let currentRun: Promise<void> | undefined;
	return {
		run(): Promise<void> {
			currentRun ??= work()
				.catch((error) => log('error', { cause: classifyStoreError(error), error: String(error) }))
				.finally(() => {
					currentRun = undefined;
				});
			return currentRun;
		},
		whenFinished: async (): Promise<void> => currentRun,
	};
}

export function createBackgroundWork(dependencies: BackgroundWorkDependencies) {
	const { store, rateSheets, dutyTables, simulator, notifications, today, log } = dependencies;
	/** ISO date on which the optimization of the search index last started. */
	let optimizationStartedOn = '';
	let isOptimizationUnfinished = false;

	/** Runs the next step of the daily optimization of the search index. Does nothing once the optimization of the day is complete. */
	async function optimizeDaily(): Promise<void> {
		const isFirstStep = optimizationStartedOn !== today();
		if (!isFirstStep && !isOptimizationUnfinished) return;
		optimizationStartedOn = today();
		isOptimizationUnfinished = await optimizeFtsIndex(store, isFirstStep);
	}

	const advanceRun = createSharedRun(async () => {
		await rateSheets.refresh();
		await dutyTables.refresh();
		await simulator.advance();
		await optimizeDaily();
	}, log);
	// A separate run, so that a mail server that does not respond does not delay tracking.
	const mailRun = createSharedRun(notifications.sendDue, log);

	return {
		/** Runs all work that is due. Never rejects: errors are logged. */
		async tick(): Promise<void> {
			await advanceRun.run();
			await mailRun.run();
		},

		/** Waits for running work. */
		async whenFinished(): Promise<void> {
			await Promise.all([advanceRun.whenFinished(), mailRun.whenFinished()]);
		},
	};
}
