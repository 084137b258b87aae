// Builds the programs that run under Node, if their sources have changed since the last build.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { buildGoodsIndex } from './goods-index.mjs';
import { newestChangeMs } from './newest-change.mjs';
import { projectRoot } from './project-root.mjs';

const SOURCES = ['src-contract', 'src-broker', 'resources/customs', 'package-lock.json'];

/**
 * Builds the index of goods and the service.
 * @returns {Promise<string>} path of the built file, which exports `main` of `src-broker/main.ts`
 */
export async function buildService() {
	await buildGoodsIndex();
	return buildForNode('src-broker/main.ts', 'service');
}

/**
 * @param {string} entry path from the project root
 * @param {string} name prefix of the output folder in out/
 * @param {string[]} furtherSources paths of sources besides SOURCES; a change of one of them causes a new build
 * @returns {Promise<string>} path of the built file
 */
export async function buildForNode(entry, name, furtherSources = []) {
	const version = Math.max(
		...[...SOURCES, ...furtherSources, entry].map((source) => newestChangeMs(path.join(projectRoot, source))),
	);
	const out = path.join(projectRoot, 'out');
	const folder = path.join(out, `${name}-${Math.round(version).toString(36)}`);
	const built = path.join(folder, 'main.mjs');
	if (existsSync(built)) return built;
	const { build } = await import('vite');
	mkdirSync(out, { recursive: true });
	// Several tests may build at the same time, also in threads of one process. Each test builds into a folder of its own. The first
	// test to finish renames its folder; the other tests delete theirs.
	const ownFolder = mkdtempSync(path.join(out, 'building-'));
	await build({
		configFile: false,
		root: projectRoot,
		logLevel: 'error',
		build: {
			ssr: path.join(projectRoot, entry),
			outDir: ownFolder,
			target: 'node20',
			minify: false,
			rollupOptions: {
				checks: { bundlerTimings: false },
				output: { entryFileNames: 'main.mjs', chunkFileNames: '[name]-[hash].mjs' },
			},
		},
	});
	try {
		renameSync(ownFolder, folder);
	} catch (error) {
		if (!existsSync(built)) throw error;
		rmSync(ownFolder, { recursive: true });
	}
	removeOldBuilds(out, name);
	return built;
}

/** Removes builds that are older than an hour. A command may still use a newer build. @param {string} out @param {string} name */
function removeOldBuilds(out, name) {
	const old = readdirSync(out)
		.filter((folder) => /^-[a-z\d]+$/.test(folder.slice(name.length)) && folder.startsWith(name))
		.map((folder) => path.join(out, folder))
		.filter((folder) => Date.now() - statSync(folder).mtimeMs > 60 * 60_000);
	for (const folder of old) rmSync(folder, { recursive: true, force: true });
}
