// The linter enforces import rules: the configuration that `npm test` uses must refuse each forbidden import here.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const FORBIDDEN = [
	['src-contract/x.ts', 'node:fs'],
	['src-contract/x.ts', '../src-main/shipments/shipments'],
	['src-broker/x.ts', 'electron'],
	['src-pdf/x.ts', '../src-contract/errors'],
	['src-renderer/x.ts', '../src-pdf/fonts'],
	['src-broker/rating/x.ts', '../../src-main/shipments/shipments'],
	['src-preload/x.ts', '../src-main/shipments/shipments'],
	['src-renderer/x.ts', '../src-main/shipments/shipments'],
	['src-renderer/features/ship/x.ts', 'electron'],
	['src-renderer/features/ship/x.ts', '../../../src-broker/app'],
	['src-main/shipments/x.ts', 'electron'],
	['src-main/shipments/x.ts', '../../src-broker/app'],
	['src-main/compose/x.ts', 'electron'],
	['src-main/ipc/x.ts', 'electron'],
	['src-main/compose/index.ts', '../../src-broker/app'],
	['src-broker/store/migrations/0001-shipments.ts', '../../booking/search'],
	['src-broker/books/schema.ts', '../booking/search'],
	['src-main/platform/migrations/0001-addresses-and-shipments.ts', '../text'],
	['src-main/platform/migrations/0001-addresses-and-shipments.ts', 'zod'],
	['src-main/platform/migrations/index.ts', '../text'],
	['src-main/platform/migrations/index.ts', 'zod'],
	['src-main/address-book/migrations.ts', '../platform/text'],
] as const;

const ALLOWED = [
	['src-renderer/x.ts', '../src-contract/model/address'],
	['src-main/app/embedded-service.ts', '../src-broker/embedded'],
	['src-main/app/embedded-service.ts', 'electron'],
	['src-main/app/window.ts', 'electron'],
	['src-main/printing/devices/x.ts', 'electron'],
	['src-broker/x.ts', '../src-contract/errors'],
	['src-contract/x.ts', 'zod'],
	['src-broker/x.ts', '../src-pdf/fonts'],
	['src-main/printing/x.ts', '../../src-pdf/fonts'],
	['src-broker/store/migrations/0001-shipments.ts', './step'],
	['src-broker/store/migrations/0001-shipments.ts', 'kysely'],
	['src-main/platform/migrations/index.ts', './0001-addresses-and-shipments'],
] as const;

function isRefused(file: string, specifier: string): boolean {
	const root = mkdtempSync(path.join(tmpdir(), 'waybill-lint-'));
	const target = path.join(root, file);
	mkdirSync(path.dirname(target), { recursive: true });
	copyFileSync('biome.jsonc', path.join(root, 'biome.jsonc'));
	writeFileSync(target, `import { used } from '${specifier}';\n\nconsole.info(used);\n`);
	const result = spawnSync(path.resolve('node_modules/.bin/biome'), ['lint'], { cwd: root, encoding: 'utf8' });
	return result.status !== 0 && `${result.stdout}${result.stderr}`.includes('noRestrictedImports');
}

describe('import rules', () => {
	it.each(FORBIDDEN)('%s may not import %s', (file, specifier) => {
		expect(isRefused(file, specifier)).toBe(true);
	});
	it.each(ALLOWED)('%s may import %s', (file, specifier) => {
		expect(isRefused(file, specifier)).toBe(false);
	});
});
