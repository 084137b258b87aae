// One surface of the campaign, in a process of its own, which may crash or hang without taking the others with it. Told what to do by its
// first argument, in JSON; says in JSON what it found.
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
// A library tells its troubles to the console.
console.log = () => {};

const found = SURFACES[surface];
if (!found) throw new Error(`there is no surface ${surface}`);
const report = await found.attempt({
	...run,
	threads,
	documents: async () => readdirSync(documents).map((name) => new Uint8Array(readFileSync(path.join(documents, name)))),
});
report.faults.push(...unhandled.slice(0, 10));
process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
