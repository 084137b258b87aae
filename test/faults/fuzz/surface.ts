// One surface of the station under inputs that somebody hostile would give it: how many, what became of them, and what was wrong.
import fc from 'fast-check';

export interface SurfaceReport {
	inputs: number;
	/** How often each end was met. */
	outcomes: Record<string, number>;
	slowestMs: number;
	faults: string[];
}

/** What breaks one promise breaks it often: the first few tell. */
const MAX_ERRORS = 20;
/** Inputs made at once: enough to keep the making cheap, few enough to hold. */
const CHUNK = 250;

export const emptyReport = (): SurfaceReport => ({ inputs: 0, outcomes: {}, slowestMs: 0, faults: [] });

export interface Attempts<Input> {
	inputs: fc.Arbitrary<Input>;
	count: number;
	/** The same seed makes the same inputs. */
	seed: number;
	/** @returns what became of it @throws when a promise was broken */
	attempt: (input: Input) => string | Promise<string>;
	/** No input may take longer. */
	withinMs: number;
	/** Inputs under way at once. */
	atOnce?: number;
}

export async function attemptAll<Input>(
	{ inputs, count, seed, attempt, withinMs, atOnce = 1 }: Attempts<Input>,
	report = emptyReport(),
): Promise<SurfaceReport> {
	const blame = (input: Input, words: string) => {
		if (report.faults.length < MAX_ERRORS) report.faults.push(`${words}; input: ${shown(input)}`);
	};
	async function one(input: Input): Promise<void> {
		const begun = performance.now();
		let outcome: string;
		try {
			outcome = await attempt(input);
		} catch (error) {
			outcome = 'fault';
			blame(input, (error as Error).stack?.split('\n').slice(0, 4).join(' ') ?? String(error));
		}
		const tookMs = performance.now() - begun;
		if (tookMs > withinMs) blame(input, `took ${Math.round(tookMs)} ms`);
		report.slowestMs = Math.max(report.slowestMs, Math.round(tookMs));
		report.outcomes[outcome] = (report.outcomes[outcome] ?? 0) + 1;
		report.inputs += 1;
	}
	for (let made = 0; made < count; made += CHUNK) {
		const queue = fc.sample(inputs, { numRuns: Math.min(CHUNK, count - made), seed: seed + made });
		const work = async () => {
			for (let input = queue.pop(); input !== undefined; input = queue.pop()) await one(input);
		};
		await Promise.all(Array.from({ length: atOnce }, work));
	}
	return report;
}

const MAX_SHOWN = 600;
function shown(input: unknown): string {
	const text = JSON.stringify(input, (_key, value: unknown) => {
		if (value instanceof Uint8Array)
			return `${value.length} bytes, base64 ${Buffer.from(value.subarray(0, 200)).toString('base64')}`;
		return typeof value === 'bigint' || typeof value === 'symbol' ? String(value) : value;
	});
	return (text ?? 'undefined').slice(0, MAX_SHOWN);
}
