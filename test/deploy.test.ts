import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { serve } from '../src-broker/serve';
import { openStore } from '../src-broker/store/store';
import { GOODS_INDEX_DIR } from '../tools/goods-index.mjs';
import { freePort, startOnReleasedPort } from './fixtures/free-port';

const root = path.join(import.meta.dirname, '..');
const deploy = path.join(root, 'deploy');
const read = (file: string) => readFileSync(path.join(deploy, file), 'utf8');
const run = (file: string, parameters: string[], environment: Record<string, string> = {}) =>
	execFileSync(file, parameters, { encoding: 'utf8', env: { ...process.env, ...environment }, stdio: 'pipe' });

let work: string;
beforeAll(() => {
	work = mkdtempSync(path.join(tmpdir(), 'waybill-deploy-'));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

async function database(name: string): Promise<string> {
	const client = new pg.Client(inject('postgresUrl'));
	await client.connect();
	await client.query(`CREATE DATABASE ${name}`);
	await client.end();
	return inject('postgresUrl').replace(/postgres$/, name);
}

test('the compose file runs two instances that finish their requests, and keeps the password off the command line', () => {
	const { services, volumes } = parse(read('compose.yaml'), { merge: true });
	const instances = Object.keys(services).filter((name) => name.startsWith('service-'));
	expect(instances).toEqual(['service-1', 'service-2']);
	for (const name of instances) {
		const { command, environment, healthcheck, stop_grace_period, volumes: own } = services[name];
		expect(command[0]).toBe('serve');
		expect(command.join(' ')).not.toContain('PASSWORD');
		expect(environment.PGPASSWORD).toContain('POSTGRES_PASSWORD');
		expect(healthcheck.test.join(' ')).toContain('/ready');
		// Time limits of the service: 20 s for requests, 10 s for its database.
		expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(30);
		expect(own).toEqual([`${name}:/var/lib/waybill`]);
	}
	const mounted = Object.values<{ volumes: string[] }>(services).flatMap((service) => service.volumes);
	for (const [source] of mounted.map((volume) => volume.split(':') as [string])) {
		if (!source.startsWith('.')) expect(volumes).toHaveProperty(source);
	}
	for (const line of read('Dockerfile').matchAll(/^COPY (?!--)(.+) \S+$/gm))
		for (const source of (line[1] as string).split(' ')) expect(existsSync(path.join(root, source)), source).toBe(true);
});

test.skipIf(!existsSync('/usr/bin/systemd-analyze'))('the units are valid for systemd', () => {
	for (const unit of readdirSync(path.join(deploy, 'systemd'))) {
		const text = read(path.join('systemd', unit)).replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true');
		writeFileSync(path.join(work, unit), text);
	}
	for (const unit of ['waybill-service@8081.service', 'waybill-backup.service', 'waybill-backup.timer'])
		expect(run('systemd-analyze', ['verify', '--man=no', path.join(work, unit)])).toBe('');
});

test('a backup of the running service is complete, and is restored only into an empty database', async () => {
	const url = await database('site');
	const store = await openStore({ dataDir: work, databaseUrl: url });
	await store
		.insertInto('account')
		.values({
			name: 'Desk',
			api_key: 'k',
			secret_hash: 'h',
			secret_salt: 's',
			margin_percent: 0,
			created_at: '2026-01-01',
		} as never)
		.execute();
	const folder = path.join(work, 'backups');
	const file = run(path.join(deploy, 'backup.sh'), [folder], { DATABASE: url }).trim();
	expect(readdirSync(folder)).toEqual([path.basename(file)]);
	await store.destroy();
	expect(() => run(path.join(deploy, 'restore.sh'), [file], { DATABASE: url })).toThrow(/Nothing was changed/);
	const restored = await database('site_restored');
	expect(run(path.join(deploy, 'restore.sh'), [file], { DATABASE: restored })).toContain('0 shipments');
	const restoredStore = await openStore({ dataDir: work, databaseUrl: restored });
	expect(await restoredStore.selectFrom('account').select('name').execute()).toEqual([{ name: 'Desk' }]);
	await restoredStore.destroy();
});

test('a backup that fails leaves no file', () => {
	const folder = path.join(work, 'failed');
	const nowhere = inject('postgresUrl').replace(/postgres$/, 'no_such_database');
	expect(() => run(path.join(deploy, 'backup.sh'), [folder], { DATABASE: nowhere })).toThrow();
	expect(readdirSync(folder)).toEqual([]);
});

test.skipIf(!existsSync('/usr/sbin/nginx'))(
	'instances are replaced one by one behind the proxy without a failed request',
	async () => {
		const databaseUrl = await database('rolling');
		const ports = [await freePort(), await freePort()];
		const front = await freePort();
		const start = (port: number) =>
			serve({
				port,
				dataDir: work,
				databaseUrl,
				resourcesDir: path.join(root, 'resources'),
				goodsIndexDir: GOODS_INDEX_DIR,
				log: () => {},
			});
		// The configuration without its certificate.
		const config = read('nginx.conf')
			.replace('listen 443 ssl;', `listen 127.0.0.1:${front};`)
			.replace(/^\s*ssl_.*$/gm, '')
			.replace(
				'worker_processes auto;',
				`worker_processes 1; daemon off; pid ${work}/nginx.pid; error_log ${work}/nginx.log;`,
			);
		writeFileSync(path.join(work, 'nginx.conf'), config);
		writeFileSync(
			path.join(work, 'upstream.conf'),
			ports.reduce((text, port, index) => text.replace(`${8081 + index}`, `${port}`), read('upstream-systemd.conf')),
		);
		const instances = await Promise.all(ports.map(start));
		const proxy = spawn('/usr/sbin/nginx', ['-p', work, '-c', 'nginx.conf', '-e', `${work}/nginx.log`], {
			stdio: 'ignore',
		});
		const answers: Record<number, number> = {};
		let isRequesting = true;
		try {
			const request = () =>
				fetch(`http://127.0.0.1:${front}/health`).then(
					({ status }) => status,
					() => 0,
				);
			await expect.poll(request).toBe(200);
			const client = async () => {
				while (isRequesting) {
					const status = await request();
					answers[status] = (answers[status] ?? 0) + 1;
				}
			};
			const clients = [client(), client(), client(), client()];
			for (const [index, port] of ports.entries()) {
				await instances[index]?.close();
				instances[index] = await startOnReleasedPort(() => start(port));
				const before = answers[200] ?? 0;
				await expect.poll(() => answers[200] ?? 0).toBeGreaterThan(before + 50);
			}
			isRequesting = false;
			await Promise.all(clients);
			expect(Object.keys(answers)).toEqual(['200']);
			expect(answers[200]).toBeGreaterThan(100);
		} finally {
			isRequesting = false;
			proxy.kill();
			await Promise.all(instances.map((instance) => instance.close()));
		}
	},
);
