// Runs hostile inputs against one surface of the station and reports outcomes, durations and failures.
import fc from 'fast-check';

export interface SurfaceReport {
	inputs: number;
	/** Number of inputs by outcome. */
	outcomes: Record<string, number>;
	slowestMs: number;
	failures: string[];
}

/** Maximum number of failures reported: one defect usually causes many. */
const MAX_ERRORS = 20;
/** Number of inputs generated at once; limits memory use. */
const CHUNK = 250;

export const emptyReport = (): SurfaceReport => ({ inputs: 0, outcomes: {}, slowestMs: 0, failures: [] });

export interface Attempts<Input> {
	inputs: fc.Arbitrary<Input>;
	count: number;
	/** The same seed generates the same inputs. */
	seed: number;
	/** @returns the outcome @throws if a guarantee is violated */
	attempt: (input: Input) => string | Promise<string>;
	/** Time limit of one input. */
	maxMs: number;
	/** Number of inputs processed at the same time. */
	concurrency?: number;
}

export async function attemptAll<Input>(
	{ inputs, count, seed, attempt, maxMs, concurrency = 1 }: Attempts<Input>,
	report = emptyReport(),
): Promise<SurfaceReport> {
	const recordFailure = (input: Input, message: string) => {
		if (report.failures.length < MAX_ERRORS) report.failures.push(`${message}; input: ${describeInput(input)}`);
	};
	async function item(input: Input): Promise<void> {
		const startedAt = performance.now();
		let outcome: string;
		try {
			outcome = await attempt(input);
		} catch (error) {
			outcome = 'failure';
			recordFailure(input, (error as Error).stack?.split('\n').slice(0, 4).join(' ') ?? String(error));
		}
		const tookMs = performance.now() - startedAt;
		if (tookMs > maxMs) recordFailure(input, `took ${Math.round(tookMs)} ms`);
		report.slowestMs = Math.max(report.slowestMs, Math.round(tookMs));
		report.outcomes[outcome] = (report.outcomes[outcome] ?? 0) + 1;
		report.inputs += 1;
	}
	for (let made = 0; made < count; made += CHUNK) {
		const queue = fc.sample(inputs, { numRuns: Math.min(CHUNK, count - made), seed: seed + made });
		const work = async () => {
			for (let input = queue.pop(); input !== undefined; input = queue.pop()) await item(input);
		};
		await Promise.all(Array.from({ length: concurrency }, work));
	}
	return report;
}

const MAX_SHOWN = 600;
function describeInput(input: unknown): string {
	const text = JSON.stringify(input, (_key, value: unknown) => {
		if (value instanceof Uint8Array)
			return `${value.length} bytes, base64 ${Buffer.from(value.subarray(0, 200)).toString('base64')}`;
		return typeof value === 'bigint' || typeof value === 'symbol' ? String(value) : value;
	});
	return (text ?? 'undefined').slice(0, MAX_SHOWN);
}
