import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
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
	}, 40_000);

	it('prints its usage without arguments, and as an error for an unknown command', () => {
		expect(execFileSync(process.execPath, [SCRIPT], { encoding: 'utf8' })).toMatch(/^Usage: broker COMMAND/);
		expect(() => execFileSync(process.execPath, [SCRIPT, 'nonsense'], { stdio: 'pipe' })).toThrow(/Usage:/);
	});
});
