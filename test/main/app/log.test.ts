import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openStationLog } from '../../../src-main/app/log';
import { redactPersonalData } from '../../../src-main/support/redaction';

it('removes personal data', () => {
	const line =
		'Error: no such file /home/jan/orders/a.csv for max.muster@example.com, +49 (0)30 123456, see https://track.example/T9?key=abc at /home/jan/x.js:12:7';
	expect(redactPersonalData(line, '/home/jan')).toBe(
		'Error: no such file ~/orders/a.csv for …@…, …, see https://track.example/… at ~/x.js:12:7',
	);
});

it('keeps data that describes an error', () => {
	const line =
		'{"code":3,"restartInMs":30000,"id":"6f9a1c1e-3c55-4c7a-9b59-1d7d9c0d7f11","at":"2026-11-22T10:00:00.000Z"}';
	expect(redactPersonalData(line, '/home/jan')).toBe(line);
});

it('starts a new file when one is full, and keeps five', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'waybill-log-'));
	const { write } = openStationLog(folder, 2_000);
	for (let at = 0; at < 200; at += 1) write('event', { at, text: 'x'.repeat(100) });
	const files = readdirSync(folder).sort();
	expect(files).toEqual(['station.1.log', 'station.2.log', 'station.3.log', 'station.4.log', 'station.log']);
	for (const name of files) expect(statSync(path.join(folder, name)).size).toBeLessThan(3_000);
	expect(files.map((name) => readFileSync(path.join(folder, name), 'utf8')).join()).toContain('"at":199');
});
