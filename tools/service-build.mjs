// Builds what runs under Node from the service's sources, when one of them is newer than the last build.
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { newest } from './newest.mjs';
import { projectRoot } from './project-root.mjs';

const SOURCES = ['src-contract', 'src-broker', 'resources/customs', 'package-lock.json'];

/** @returns {Promise<string>} the built file, which exports `main` of `src-broker/main.ts` */
export const buildService = () => buildForNode('src-broker/main.ts', 'service');

/**
 * @param {string} entry from the project's root
 * @param {string} name the folder under out/
 * @param {string[]} more sources beside the service's
 * @returns {Promise<string>} the built file
 */
export async function buildForNode(entry, name, more = []) {
	const folder = path.join(projectRoot, 'out', name);
	const built = path.join(folder, 'main.mjs');
	if (existsSync(built)) {
		const at = statSync(built).mtimeMs;
		if ([...SOURCES, ...more, entry].every((source) => newest(path.join(projectRoot, source)) < at)) return built;
	}
	const { build } = await import('vite');
	// Built aside and put in its place whole: another command may be starting at this moment.
	const aside = path.join(projectRoot, 'out', `${name}-${process.pid}`);
	await build({
		configFile: false,
		root: projectRoot,
		logLevel: 'error',
		build: {
			ssr: path.join(projectRoot, entry),
			outDir: aside,
			target: 'node20',
			minify: false,
			rollupOptions: {
				checks: { bundlerTimings: false },
				output: { entryFileNames: 'main.mjs', chunkFileNames: '[name]-[hash].mjs' },
			},
		},
	});
	rmSync(folder, { recursive: true, force: true });
	try {
		renameSync(aside, folder);
	} catch {
		// Another command was quicker: its build is as good.
		rmSync(aside, { recursive: true, force: true });
	}
	return built;
}
