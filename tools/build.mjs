// `npm run build`: builds the index of goods, the main process, the preload script and the screens if a source is newer than the last
// build.
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildGoodsIndex } from './goods-index.mjs';
import { log, step, stop } from './log.mjs';
import { newestChangeMs } from './newest-change.mjs';
import { projectRoot } from './project-root.mjs';
import { run } from './run.mjs';

const SOURCES = [
	'src-contract',
	'src-broker',
	'src-pdf',
	'src-main',
	'src-preload',
	'src-renderer',
	'resources/customs',
	'package-lock.json',
	'electron.vite.config.ts',
];
const LAST_OUTPUT = path.join(projectRoot, 'out', 'renderer', 'index.html');

/** Builds what the station needs. */
export async function build() {
	await Promise.all([buildStation(), buildGoodsIndex()]);
}

async function buildStation() {
	if (existsSync(LAST_OUTPUT)) {
		const built = statSync(LAST_OUTPUT).mtimeMs;
		if (SOURCES.every((source) => newestChangeMs(path.join(projectRoot, source)) < built)) {
			log('build: up to date');
			return;
		}
	}
	await step('build', async () => {
		if ((await run('electron-vite', ['build', '--logLevel', 'warn'])) !== 0)
			stop('the build failed; see the message above');
	});
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build();
