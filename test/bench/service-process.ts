// The service as a process of its own on one core, as a site runs it.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The arguments of `npm run broker`, so that the service is started as at a site. */
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as typeof import('../../package.json');
const [, ...BROKER] = scripts.broker.split(' ');

export function waitForLine(child: ChildProcess, pattern: RegExp, seconds: number): Promise<string> {
	return new Promise((resolve, reject) => {
		let text = '';
		const timer = setTimeout(() => reject(new Error(`no start within the time limit: ${text}`)), seconds * 1000);
		// The reason of a failed start is on this stream.
		child.stderr?.on('data', (data: Buffer) => {
			text += data;
		});
		child.stdout?.on('data', (data: Buffer) => {
			text += data;
			const found = pattern.exec(text)?.[1];
			if (!found) return;
			clearTimeout(timer);
			resolve(found);
		});
		child.once('exit', (code) => reject(new Error(`the process ended with ${code}: ${text}`)));
	});
}

export function spawnOnFirstCore(command: string, parameters: string[]): ChildProcess {
	// Only Linux can pin a process to a core.
	const [program, all] =
		process.platform === 'linux' ? ['taskset', ['-c', '0', command, ...parameters]] : [command, parameters];
	return spawn(program, all, { stdio: ['ignore', 'pipe', 'pipe'] });
}

export async function startServiceProcess(extra: string[] = []) {
	const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-bench-service-'));
	const credentials = execFileSync(
		process.execPath,
		[...BROKER, 'account', 'create', '--name', 'bench', '--data-dir', dataDir, ...extra],
		{ encoding: 'utf8' },
	).trim();
	const child = spawnOnFirstCore(process.execPath, [
		...BROKER,
		'serve',
		'--port',
		'0',
		'--data-dir',
		dataDir,
		...extra,
	]);
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
