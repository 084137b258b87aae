// Builds the service for Node from its sources when one of them is newer than the last build.
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { newest } from './newest.mjs';
import { projectRoot } from './project-root.mjs';

const SOURCES = ['src-contract', 'src-broker', 'resources/customs', 'package-lock.json'];
const BUILT = path.join(projectRoot, 'out', 'service', 'main.mjs');

/** @returns {Promise<string>} the built file, which exports `main` of `src-broker/main.ts` */
export async function buildService() {
	if (existsSync(BUILT)) {
		const built = statSync(BUILT).mtimeMs;
		if (SOURCES.every((source) => newest(path.join(projectRoot, source)) < built)) return BUILT;
	}
	const { build } = await import('vite');
	// Built aside and put in its place whole: another command may be starting at this moment.
	const aside = path.join(projectRoot, 'out', `service-${process.pid}`);
	await build({
		configFile: false,
		root: projectRoot,
		logLevel: 'error',
		build: {
			ssr: path.join(projectRoot, 'src-broker', 'main.ts'),
			outDir: aside,
			target: 'node20',
			minify: false,
			rollupOptions: { output: { entryFileNames: 'main.mjs', chunkFileNames: '[name]-[hash].mjs' } },
		},
	});
	rmSync(path.dirname(BUILT), { recursive: true, force: true });
	try {
		renameSync(aside, path.dirname(BUILT));
	} catch {
		// Another command was quicker: its build is as good.
		rmSync(aside, { recursive: true, force: true });
	}
	return BUILT;
}
