// Issues of the duty tables: their signature, and what a service does with them.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { describeRefresh } from '../../../src-broker/duties/commands';
import {
	createSigningKeys,
	fingerprintOf,
	openIssue,
	readPublicKey,
	signIssue,
	type TableIssue,
} from '../../../src-broker/duties/signed-tables';
import { createDutyTableRepository } from '../../../src-broker/duties/table-repository';
import { loadDutyTables, newestCheck, TABLE_FILES } from '../../../src-broker/duties/tables';
import { openStore } from '../../../src-broker/store/store';
import { databases } from '../../fixtures/databases';
import { newDatabase } from '../../fixtures/postgres';

const RESOURCES = path.resolve('resources');
const released = loadDutyTables(RESOURCES);
const releasedOn = newestCheck(released);
const keys = createSigningKeys();
const LATER = '2027-06-01';
const IMPORTED_AT = new Date('2027-06-02T10:00:00Z');

/** The tables of this release, with another VAT rate of Switzerland. */
function issueOf(issuedOn: string, percent: string): TableIssue {
	const files = Object.fromEntries(
		TABLE_FILES.map((name) => [name, readFileSync(path.join(RESOURCES, 'duties', name), 'utf8')]),
	);
	const taxes = (files['taxes.csv'] ?? '').replace(/^CH,,,,VAT,8\.1,/m, `CH,,,,VAT,${percent},`);
	return { issuedOn, files: { ...files, 'taxes.csv': taxes } };
}

describe('an issue of the duty tables', () => {
	const issue: TableIssue = { issuedOn: LATER, files: { 'taxes.csv': 'territory\n' } };
	const signed = signIssue(issue, keys.privateKey);

	it('is opened with the key that signed it', () => {
		expect(openIssue(signed, [createSigningKeys().publicKey, keys.publicKey])).toEqual(issue);
	});

	it.each([
		['with another key', signed, [createSigningKeys().publicKey]],
		['without a trusted key', signed, []],
		['with a changed byte', signed.replace(LATER, '2028-06-01'), [keys.publicKey]],
		[
			'with the signature of another issue',
			signed.replace(/"signature":"[^"]+"/, '"signature":"AAAA"'),
			[keys.publicKey],
		],
	])('is refused %s', (_reason, text, trusted) => {
		expect(() => openIssue(text, trusted)).toThrow(/No trusted key signed the file/);
	});

	it.each(['', 'not JSON', '{}', '[]', signed.replace('tables-1', 'tables-9')])(
		'is refused when the file is %j',
		(text) => {
			expect(() => openIssue(text, [keys.publicKey])).toThrow(/not an issue of duty tables/);
		},
	);

	it('is neither signed nor trusted with a wrong key, and no error quotes the key', () => {
		expect(() => signIssue(issue, keys.publicKey)).toThrow(/^The file is not a private Ed25519 key/);
		expect(() => readPublicKey(keys.privateKey)).toThrow(/^The file is the private key/);
		expect(() => readPublicKey('-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----')).toThrow(
			/^The file is not a public Ed25519 key/,
		);
		expect(readPublicKey(`\n${keys.publicKey.trim()}\n`)).toBe(keys.publicKey);
		expect(fingerprintOf(keys.publicKey)).toMatch(/^([\da-f]{4}-){3}[\da-f]{4}$/);
	});
});

describe.each(databases)('the duty tables of a service on %s', (database) => {
	const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-duty-tables-'));
	afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

	it('are those of a newer trusted issue, in every instance, and stay when an import is refused', async () => {
		const databaseUrl = database === 'postgres' ? await newDatabase(inject('postgresUrl')) : undefined;
		const store = await openStore({ dataDir, databaseUrl });
		const logged: unknown[] = [];
		const open = () => createDutyTableRepository(store, RESOURCES, (event, detail) => logged.push([event, detail]));
		const repository = open();
		const swissVat = ({ current }: typeof repository) =>
			current().taxes.find(({ territory, name }) => territory === 'CH' && name === 'VAT')?.percent;
		const importOf = (issuedOn: string, percent: string, privateKey = keys.privateKey) =>
			repository.importIssue(signIssue(issueOf(issuedOn, percent), privateKey), IMPORTED_AT);
		await expect(importOf(LATER, '9')).rejects.toThrow(/No trusted key/);
		expect(await repository.trust(keys.publicKey, IMPORTED_AT)).toBe(fingerprintOf(keys.publicKey));
		await repository.trust(keys.publicKey, IMPORTED_AT);
		await expect(importOf(LATER, '9', createSigningKeys().privateKey)).rejects.toThrow(/No trusted key/);
		await expect(importOf('2027-06-03', '9')).rejects.toThrow(/after today \(2027-06-02\)/);
		await expect(importOf(releasedOn, '9')).rejects.toThrow(/is not newer than the tables in use/);
		await expect(importOf(LATER, 'nine')).rejects.toThrow(
			new RegExp(`^issue of ${LATER}, taxes\\.csv, line \\d+: percent is not a number`),
		);
		await repository.refresh();
		expect(swissVat(repository)).toBe(8.1);
		expect(await repository.list()).toBe(`${releasedOn}\tof this release\tused`);

		expect(await importOf('2027-05-01', '8.5')).toBe('2027-05-01');
		expect(await importOf(LATER, '9')).toBe(LATER);
		await expect(importOf('2027-05-31', '8.5')).rejects.toThrow(/not newer/);
		const other = open();
		for (const instance of [repository, other]) {
			await instance.refresh();
			expect(swissVat(instance)).toBe(9);
		}
		expect(await repository.list()).toMatch(
			/^\S+\tof this release\n2027-05-01\timported \S+\n2027-06-01\timported \S+\tused$/,
		);

		// An issue that this release cannot read, as after a return to an earlier release.
		await store
			.insertInto('duty_table_issue')
			.values({
				issued_on: '2027-07-01',
				files: '{"taxes.csv":"territory\\nCH\\n"}',
				imported_at: '2027-07-01T00:00:00Z',
			})
			.execute();
		await repository.refresh();
		expect(swissVat(repository)).toBe(9);
		expect(logged.at(-1)).toMatchObject(['error', { cause: 'duty-tables', issuedOn: '2027-07-01' }]);
		expect(await repository.list()).toMatch(/^2027-06-01\timported \S+\tused\n2027-07-01\timported \S+$/m);
		expect(await open().list()).toMatch(/^\S+\tof this release\tused$/m);
		await store.destroy();
	});
});

describe('the commands for the duty tables', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'waybill-duty-commands-'));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	const today = new Date().toISOString().slice(0, 10);
	const broker = (...parameters: string[]) =>
		execFileSync(process.execPath, [path.resolve('tools/broker.mjs'), ...parameters], {
			encoding: 'utf8',
			stdio: 'pipe',
		});

	it('list what is due, and where it is published', () => {
		expect(describeRefresh(released, '2026-11-24')).toMatch(
			/^exchange\.csv\t\d+ of \d+ rows, oldest 2025-11-01\tEuropean Central Bank/m,
		);
		const inTwoYears = describeRefresh(released, '2028-11-25');
		const [, due, total] = /^(\d+) of (\d+) rows are due on 2028-11-25\.$/m.exec(inTwoYears) ?? [];
		expect(Number(total)).toBeGreaterThan(900);
		expect(due).toBe(total);
		for (const name of TABLE_FILES.filter((file) => !/^(tariff-(?!sources)|refresh)/.test(file)))
			expect(inTwoYears).toContain(`${name}\t`);
	});

	it('list rows for which refresh.csv has no source', () => {
		const refreshSources = released.refreshSources.filter(({ table }) => table !== 'taxes.csv');
		expect(describeRefresh({ ...released, refreshSources }, '2028-11-25')).toMatch(
			/^taxes\.csv\t\d+ of \d+ rows, .*\trefresh\.csv names no source\t/m,
		);
	});

	it('name a missing file', () => {
		expect(() => broker('rates', 'check')).toThrow(/"rates check" requires a FILE/);
		expect(() => broker('duties', 'key')).toThrow(/"duties key" requires a FILE/);
	});

	it('create a key, and sign a folder with it', () => {
		const key = path.join(folder, 'key');
		broker('duties', 'key', key);
		expect(() => broker('duties', 'key', key)).toThrow(/exists\. No key was created/);
		if (process.platform !== 'win32') expect(statSync(key).mode & 0o777).toBe(0o600);
		const tables = path.join(folder, 'tables');
		cpSync(path.join(RESOURCES, 'duties'), tables, { recursive: true });
		const issue = path.join(folder, 'issue.json');
		const taxes = path.join(tables, 'taxes.csv');
		const text = readFileSync(taxes, 'utf8');
		writeFileSync(taxes, text.replace('CH,,,,VAT,8.1,', 'CH,,,,VAT,much,'));
		expect(() => broker('duties', 'sign', tables, '--key', key, '--out', issue)).toThrow(/percent is not a number/);
		expect(existsSync(issue)).toBe(false);
		writeFileSync(taxes, text.replace('CH,,,,VAT,8.1,', 'CH,,,,VAT,9,'));
		expect(broker('duties', 'sign', tables, '--key', key, '--out', issue)).toMatch(/issue of .*, \d+ tables/);
		expect(openIssue(readFileSync(issue, 'utf8'), [readFileSync(`${key}.pub`, 'utf8')]).issuedOn).toBe(today);
	});

	/** The files that the commands read: an issue of today, and the key that signed it. */
	function writeIssue() {
		const site = ['--data-dir', mkdtempSync(path.join(folder, 'data-'))];
		const [issue, publicKey] = [path.join(folder, 'signed.json'), path.join(folder, 'signed.pub')];
		writeFileSync(issue, signIssue(issueOf(today, '9'), keys.privateKey));
		writeFileSync(publicKey, keys.publicKey);
		return { site, issue, publicKey };
	}

	it('trust a key, and no longer', () => {
		const { site, issue, publicKey } = writeIssue();
		const fingerprint = fingerprintOf(keys.publicKey);
		expect(() => broker('duties', 'import', issue, ...site)).toThrow(/No trusted key/);
		expect(broker('duties', 'trust', publicKey, ...site)).toContain(fingerprint);
		expect(broker('duties', 'distrust', publicKey, ...site)).toContain(fingerprint);
		expect(() => broker('duties', 'import', issue, ...site)).toThrow(/No trusted key/);
	});

	it('import an issue, and list it', () => {
		const { site, issue, publicKey } = writeIssue();
		broker('duties', 'trust', publicKey, ...site);
		// The tables of this release may have been checked today, so that an issue of today is not newer.
		if (releasedOn < today) {
			expect(broker('duties', 'import', issue, ...site)).toContain(`imported the issue of ${today}`);
			expect(broker('duties', 'list', ...site)).toMatch(new RegExp(`^${today}\\timported .*\\tused$`, 'm'));
		} else {
			expect(() => broker('duties', 'import', issue, ...site)).toThrow(/is not newer/);
			expect(broker('duties', 'list', ...site)).toBe(`${releasedOn}\tof this release\tused\n`);
		}
	});
});
