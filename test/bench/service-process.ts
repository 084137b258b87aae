// The service as a process of its own on one core, as a site would run it.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SCRIPT = path.resolve('tools/broker.mjs');

/** On Linux each process is held on a core of its own: the service on the first, what measures it on the others. */
function onCore(core: number, command: string, parameters: string[]): [string, string[]] {
	return process.platform === 'linux'
		? ['taskset', ['-c', String(core), command, ...parameters]]
		: [command, parameters];
}

export function waitForLine(child: ChildProcess, pattern: RegExp, seconds: number): Promise<string> {
	return new Promise((resolve, reject) => {
		let text = '';
		const timer = setTimeout(() => reject(new Error(`it did not come up: ${text}`)), seconds * 1000);
		child.stdout?.on('data', (data: Buffer) => {
			text += data;
			const found = pattern.exec(text)?.[1];
			if (!found) return;
			clearTimeout(timer);
			resolve(found);
		});
		child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${text}`)));
	});
}

export function spawnOnFirstCore(command: string, parameters: string[]): ChildProcess {
	const [program, all] = onCore(0, command, parameters);
	return spawn(program, all, { stdio: ['ignore', 'pipe', 'ignore'] });
}

export async function startServiceProcess(extra: string[] = []) {
	const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-bench-service-'));
	const credentials = execFileSync(
		process.execPath,
		[SCRIPT, 'account', 'create', '--name', 'bench', '--data-dir', dataDir, ...extra],
		{ encoding: 'utf8' },
	).trim();
	const child = spawnOnFirstCore(process.execPath, [SCRIPT, 'serve', '--port', '0', '--data-dir', dataDir, ...extra]);
	const url = await waitForLine(child, /^listening on (\S+)$/m, 30);
	const headers = { 'Content-Type': 'application/json', 'X-PP-API': credentials };
	return {
		url,
		dataDir,
		credentials,
		headers,
		process: child,
		residentMegabytes: () =>
			Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
		async stop(): Promise<void> {
			const ended = new Promise((resolve) => child.once('exit', resolve));
			child.kill('SIGTERM');
			await ended;
			rmSync(dataDir, { recursive: true, force: true });
		},
	};
}
