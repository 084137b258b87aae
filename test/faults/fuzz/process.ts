// Runs one surface of the fuzzing campaign in its own process, so that a crash or a hang does not affect the others. Takes its run as
// JSON in the first argument and prints the report as JSON.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SURFACES } from './surfaces';
import { threads } from './threads';

export interface FuzzRun {
	surface: string;
	folder: string;
	count: number;
	seed: number;
	documents: string;
}
const { surface, documents, ...run } = JSON.parse(process.argv[2] as string) as FuzzRun;
const unhandled: string[] = [];
process.on('unhandledRejection', (error) => unhandled.push(`unhandled rejection: ${(error as Error)?.stack ?? error}`));
process.on('uncaughtException', (error) => unhandled.push(`uncaught: ${error.stack}`));
// A library logs warnings to standard output, which carries the report.
console.log = () => {};

const found = SURFACES[surface];
if (!found) throw new Error(`no such surface: ${surface}`);
const report = await found.attempt({
	...run,
	threads,
	documents: async () => readdirSync(documents).map((name) => new Uint8Array(readFileSync(path.join(documents, name)))),
});
report.failures.push(...unhandled.slice(0, 10));
process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
