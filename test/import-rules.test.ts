// Who may import whom is a lint rule: each forbidden import here must be refused by the linter that `npm test` runs.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

function lint(file: string, specifier: string): number | null {
	const source = `import * as imported from '${specifier}';\nexport const used = imported;\n`;
	return spawnSync('node_modules/.bin/biome', ['lint', `--stdin-file-path=${file}`], { input: source }).status;
}

describe('import rules', () => {
	it.each([
		['src-contract/x.ts', 'node:fs'],
		['src-contract/x.ts', '../src-main/services'],
		['src-broker/x.ts', 'electron'],
		['src-broker/rating/x.ts', '../../src-main/services'],
		['src-preload/x.ts', '../src-main/services'],
		['src-renderer/x.ts', '../src-main/services'],
		['src-renderer/stores/x.ts', 'electron'],
		['src-renderer/stores/x.ts', '../../src-broker/app'],
		['src-main/shipments/x.ts', 'electron'],
		['src-main/shipments/x.ts', '../../src-broker/app'],
		['src-main/services.ts', '../src-broker/app'],
	])('%s may not import %s', (file, specifier) => {
		expect(lint(file, specifier)).not.toBe(0);
	});

	it.each([
		['src-renderer/x.ts', '../src-contract/address'],
		['src-main/broker-host.ts', '../src-broker/embedded'],
		['src-main/window.ts', 'electron'],
		['src-main/printing/drivers/x.ts', 'electron'],
		['src-broker/x.ts', '../src-contract/errors'],
	])('%s may import %s', (file, specifier) => {
		expect(lint(file, specifier)).toBe(0);
	});
});
