// Which folder may import which, and that imports have no cycles. The linter checks what each program may import (see
// import-rules.test.ts); this test checks folders and cycles, including type imports and components.
import { describe, expect, it } from 'vitest';
import { betweenFolders, findCycles, type Graph, readImports } from './fixtures/import-graph';

interface Layer {
	/** Files that the rule applies to. */
	files: RegExp;
	/** Source files that they must not import. */
	never: RegExp;
}

const LAYERS: Record<string, Layer> = {
	'platform imports no other folder of the station': {
		files: /^src-main\/platform\//,
		never: /^src-main\/(?!platform\/)/,
	},
	'connections, documents and address book do not import each other': {
		files: /^src-main\/(connections|documents|address-book)\//,
		never: /^src-main\/(connections|documents|address-book)\//,
	},
	'operations do not import shipments': { files: /^src-main\/operations\//, never: /^src-main\/shipments\// },
	'documents and printing do not import operations': {
		files: /^src-main\/(documents|printing)\//,
		never: /^src-main\/operations\//,
	},
	'only app, compose and ipc import the composition, the handlers and the application': {
		files: /^src-main\/(?!app\/|compose\/|ipc\/|main\.ts)/,
		never: /^src-main\/(app|compose|ipc)\//,
	},
	'a feature of the screens imports no other feature': {
		files: /^src-renderer\/features\/(?!shared\/)/,
		never: /^src-renderer\/features\/(?!shared\/)/,
	},
	'shared parts of features import no feature': {
		files: /^src-renderer\/features\/shared\//,
		never: /^src-renderer\/features\/(?!shared\/)/,
	},
	'ui imports no feature, no store and no part of the application': {
		files: /^src-renderer\/ui\//,
		never: /^src-renderer\/(features|app)\/|-store\.ts$/,
	},
	'lib imports no feature, no control and no part of the application': {
		files: /^src-renderer\/lib\//,
		never: /^src-renderer\/(features|app|ui)\//,
	},
};

/**
 * A folder such as `src-main/printing` or `src-renderer/features/ship`, including its subfolders. A file directly in a program's
 * folder, such as `src-broker/app.ts`, is its own group.
 */
function folderOf(file: string): string {
	const parts = file.split('/');
	return parts.slice(0, parts[1] === 'features' ? 3 : 2).join('/');
}

function violations(graph: Graph, { files, never }: Layer): string[] {
	return [...graph].flatMap(([file, imported]) =>
		files.test(file)
			? [...imported]
					.filter((target) => never.test(target) && folderOf(target) !== folderOf(file))
					.map((target) => `${file} → ${target}`)
			: [],
	);
}

const graph = readImports();

describe('imports between folders', () => {
	it('reads the sources', () => {
		expect(graph.size).toBeGreaterThan(350);
		expect([...(graph.get('src-main/main.ts') ?? [])]).toContain('src-main/app/start.ts');
		expect([...(graph.get('src-renderer/app/App.vue') ?? [])].some((file) => file.endsWith('.vue'))).toBe(true);
	});
	it.each(Object.entries(LAYERS))('%s', (_name, layer) => {
		expect([...graph.keys()].some((file) => layer.files.test(file))).toBe(true);
		expect(violations(graph, layer)).toEqual([]);
	});
	it('finds no cycle between files', () => {
		expect(findCycles(graph)).toEqual([]);
	});
	it('finds no cycle between folders', () => {
		const folders = betweenFolders(graph, folderOf);
		expect(folders.size).toBeGreaterThan(30);
		expect(findCycles(folders)).toEqual([]);
	});
});

describe('the search for cycles', () => {
	const of = (edges: Record<string, string[]>) =>
		findCycles(new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)])));
	it('finds each cycle of any length, and nothing else', () => {
		expect(of({ a: ['b'], b: ['c'], c: [] })).toEqual([]);
		expect(of({ a: ['b'], b: ['a'] })).toEqual([['a', 'b']]);
		expect(of({ a: ['b', 'd'], b: ['c'], c: ['a'], d: ['e'], e: ['d'], f: ['a', 'd'] })).toEqual([
			['d', 'e'],
			['a', 'b', 'c'],
		]);
	});
});
