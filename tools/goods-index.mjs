// Builds the index of goods (src-broker/classification/nomenclature-build.ts) if one of its sources is newer. The station and the
// service open it when goods are first classified.
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { step } from './log.mjs';
import { newestChangeMs } from './newest-change.mjs';
import { projectRoot } from './project-root.mjs';

export const GOODS_INDEX_DIR = path.join(projectRoot, 'out', 'goods-index');
const SOURCES = ['resources/nomenclature', 'resources/goods-names', 'resources/wordnet', 'src-broker/classification'];

function isUpToDate() {
	if (!existsSync(GOODS_INDEX_DIR)) return false;
	const [name] = readdirSync(GOODS_INDEX_DIR).filter((file) => file.endsWith('.db'));
	if (!name) return false;
	const builtMs = statSync(path.join(GOODS_INDEX_DIR, name)).mtimeMs;
	return SOURCES.every((source) => newestChangeMs(path.join(projectRoot, source)) < builtMs);
}

export async function buildGoodsIndex() {
	if (isUpToDate()) return;
	await step('index of goods', async () => {
		const { tsImport } = await import('tsx/esm/api');
		const { buildNomenclature } = await tsImport('../src-broker/classification/nomenclature-build.ts', import.meta.url);
		buildNomenclature(path.join(projectRoot, 'resources'), GOODS_INDEX_DIR);
	});
}
