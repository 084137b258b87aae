import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ratesRequest } from '../fixtures/requests';

const SCRIPT = path.resolve('tools/broker.mjs');

/** The URL that `serve` prints once it listens. */
function listening(service: ChildProcess): Promise<string> {
	return new Promise((resolve, reject) => {
		service.once('exit', (code) => reject(new Error(`ended with ${code}`)));
		service.stdout?.on('data', (data: Buffer) => {
			const url = /^listening on (http:\/\/127\.0\.0\.1:\d+)$/m.exec(String(data))?.[1];
			if (url) resolve(url);
		});
	});
}

describe('the standalone service', () => {
	it('creates an account, serves it, and ends cleanly on SIGTERM', async () => {
		const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-cli-'));
		const create = ['account', 'create', '--name', 'site', '--data-dir', dataDir];
		const credentials = execFileSync(process.execPath, [SCRIPT, ...create], { encoding: 'utf8' }).trim();
		expect(credentials).toMatch(/^[^@\s]+@[^@\s]+$/);
		expect(() => execFileSync(process.execPath, [SCRIPT, ...create], { stdio: 'pipe' })).toThrow(
			/named "site" already exists/,
		);

		const service = spawn(process.execPath, [SCRIPT, 'serve', '--port', '0', '--data-dir', dataDir], {
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let log = '';
		service.stderr.on('data', (data: Buffer) => {
			log += data;
		});
		const url = await listening(service);
		expect((await fetch(`${url}/health`)).status).toBe(200);
		const response = await fetch(`${url}/partners-api/v1/rates`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', 'X-PP-API': credentials },
			body: JSON.stringify(ratesRequest),
		});
		expect(response.status).toBe(200);
		expect(log).not.toContain(credentials.split('@')[1]);
		const ended = new Promise((resolve) => service.once('exit', resolve));
		service.kill('SIGTERM');
		expect(await ended).toBe(0);
	});

	it.skipIf(process.platform === 'win32')(
		'restricts its data folder to its user, also a folder that others could read, and logs that',
		async () => {
			const dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'waybill-cli-')), 'data');
			const withUmask = ['-c', 'umask 022; exec "$0" "$@"', process.execPath, SCRIPT];
			execFileSync('sh', [...withUmask, 'account', 'create', '--name', 'site', '--data-dir', dataDir]);
			const modeOf = (name: string) => (statSync(path.join(dataDir, name)).mode & 0o777).toString(8);
			const modes = () => Object.fromEntries(['', ...readdirSync(dataDir)].map((name) => [name, modeOf(name)]));
			expect(modes()).toEqual({ '': '700', 'broker.db': '600' });

			chmodSync(dataDir, 0o755);
			chmodSync(path.join(dataDir, 'broker.db'), 0o644);
			mkdirSync(path.join(dataDir, 'mail'));
			writeFileSync(path.join(dataDir, 'mail', 'old.eml'), 'To: max@example.com');
			writeFileSync(path.join(dataDir, 'notes.txt'), 'not of the service');
			const start = async () => {
				const service = spawn('sh', [...withUmask, 'serve', '--port', '0', '--data-dir', dataDir], {
					stdio: ['ignore', 'pipe', 'pipe'],
				});
				let log = '';
				service.stderr.on('data', (data: Buffer) => {
					log += data;
				});
				await listening(service);
				const modesWhileRunning = { ...modes(), 'mail/old.eml': modeOf('mail/old.eml') };
				const ended = new Promise((resolve) => service.once('exit', resolve));
				service.kill('SIGTERM');
				expect(await ended).toBe(0);
				return { log, modes: modesWhileRunning };
			};
			const first = await start();
			expect(first.modes).toMatchObject({
				'': '700',
				'broker.db': '600',
				'broker.db-wal': '600',
				mail: '700',
				'mail/old.eml': '600',
				'notes.txt': '644',
			});
			expect(first.log).toContain(`"event":"data.permissionsRestricted","folder":"${dataDir}","count":4`);
			expect((await start()).log).not.toContain('permissions');
		},
		60_000,
	);

	it.skipIf(process.platform === 'win32')('refuses a data folder that all users share', () => {
		const shared = mkdtempSync(path.join(tmpdir(), 'waybill-cli-'));
		chmodSync(shared, 0o1777);
		const parameters = [SCRIPT, 'serve', '--port', '0', '--data-dir', shared];
		expect(() => execFileSync(process.execPath, parameters, { stdio: 'pipe' })).toThrow(/is shared by all users/);
		expect(readdirSync(shared)).toEqual([]);
	});

	it('prints its usage without arguments, and as an error for an unknown command', () => {
		expect(execFileSync(process.execPath, [SCRIPT], { encoding: 'utf8' })).toMatch(/^Usage: broker COMMAND/);
		expect(() => execFileSync(process.execPath, [SCRIPT, 'nonsense'], { stdio: 'pipe' })).toThrow(/Usage:/);
	});
});
