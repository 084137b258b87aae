// The surfaces that receive untrusted input, and their share of the inputs: fast surfaces get most of them.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fuzzAnnouncements } from './announcements';
import { fuzzAnswers, fuzzClient } from './answers';
import { fuzzRouter, fuzzStation } from './calls';
import { fuzzDocuments } from './documents';
import { fuzzAddressFiles, fuzzBackups, fuzzOrderFiles } from './files';
import { fuzzRequests } from './requests';
import type { SurfaceReport } from './surface';
import type { Threads } from './threads';

export interface Run {
	/** Used by this run only. */
	folder: string;
	count: number;
	seed: number;
	threads: Threads;
	/** The originals that the run damages. */
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
		attempt: ({ folder, count, seed, threads }) => fuzzStation(path.join(folder, 'calls'), threads, count, seed),
	},
	/** Labels through the document thread. */
	documents: {
		share: 0.0015,
		attempt: async ({ count, seed, threads, documents }) =>
			fuzzDocuments(threads.startDocumentWorker, await documents(), count, seed),
	},
	addressFiles: { share: 0.01, attempt: inFolder('addresses', fuzzAddressFiles) },
	orderFiles: { share: 0.01, attempt: inFolder('orders', fuzzOrderFiles) },
	backups: { share: 0.02, attempt: inFolder('backups', fuzzBackups) },
	/** Answers through the partner client. */
	client: { share: 0.05, attempt: ({ count, seed }) => fuzzClient(count, seed) },
	/** Requests to the built-in service over HTTP. */
	requests: { share: 0.1, attempt: inFolder('service', fuzzRequests) },
	/** Packets of multicast DNS. */
	announcements: { share: 0.01, attempt: ({ count, seed }) => fuzzAnnouncements(count, seed) },
	/** The router and the schemas alone. */
	router: { share: 0.4, attempt: ({ count, seed }) => fuzzRouter(count, seed) },
	/** The functions that read answers. */
	answers: { share: 0.3785, attempt: ({ count, seed }) => fuzzAnswers(count, seed) },
};
export const inputCount = (surface: string, total: number): number =>
	Math.max(1, Math.round((SURFACES[surface]?.share ?? 0) * total));
