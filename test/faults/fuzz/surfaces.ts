// The surfaces by which something hostile can come in, and how much of a campaign each gets: what costs little carries the number.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { readAnnouncements } from './announcements';
import { askClient, readAnswers } from './answers';
import { callStation, knockAtRouter } from './calls';
import { readDocuments } from './documents';
import { importAddresses, openBackups, readOrders } from './files';
import type { SurfaceReport } from './surface';
import type { Threads } from './threads';

export interface Run {
	/** Of this run alone. */
	folder: string;
	count: number;
	seed: number;
	threads: Threads;
	/** Documents to be damaged. */
	documents: () => Promise<readonly Uint8Array[]>;
}

const inFolder =
	(name: string, work: (folder: string, count: number, seed: number) => Promise<SurfaceReport>) => (run: Run) => {
		const folder = path.join(run.folder, name);
		mkdirSync(folder, { recursive: true });
		return work(folder, run.count, run.seed);
	};

export const SURFACES: Record<string, { share: number; attempt: (run: Run) => Promise<SurfaceReport> }> = {
	/** Methods of the station with the real services behind them. */
	calls: {
		share: 0.02,
		attempt: ({ folder, count, seed, threads }) => callStation(path.join(folder, 'calls'), threads, count, seed),
	},
	/** Labels through the thread. */
	documents: {
		share: 0.0015,
		attempt: async ({ count, seed, threads, documents }) =>
			readDocuments(threads.startDocumentWorker, await documents(), count, seed),
	},
	addressFiles: { share: 0.01, attempt: inFolder('addresses', importAddresses) },
	orderFiles: { share: 0.01, attempt: inFolder('orders', readOrders) },
	backups: { share: 0.02, attempt: inFolder('backups', openBackups) },
	/** Answers through the partner client. */
	client: { share: 0.05, attempt: ({ count, seed }) => askClient(count, seed) },
	/** Packets of multicast DNS. */
	announcements: { share: 0.01, attempt: ({ count, seed }) => readAnnouncements(count, seed) },
	/** The router and the schemas alone. */
	router: { share: 0.44, attempt: ({ count, seed }) => knockAtRouter(count, seed) },
	/** Answers as they are read. */
	answers: { share: 0.4385, attempt: ({ count, seed }) => readAnswers(count, seed) },
};
export const countOf = (surface: string, total: number): number =>
	Math.max(1, Math.round((SURFACES[surface]?.share ?? 0) * total));
