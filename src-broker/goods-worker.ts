// Worker thread of the station that suggests HS codes for descriptions of goods. It uses local files, so it works offline.
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod';
import type { GoodsMethods } from '../src-contract/model/goods';
import { answerCalls } from '../src-contract/worker-rpc';
import { createClassifier } from './classification/classify';
import { openNomenclature } from './classification/nomenclature';

const { resourcesDir, dataDir } = z.object({ resourcesDir: z.string(), dataDir: z.string() }).parse(workerData);
const { classify, describe, isCode } = createClassifier(openNomenclature(resourcesDir, path.join(dataDir, 'cache')));

const methods = {
	classify,
	describe: (code) => (isCode(code) ? (describe(code) ?? '') : null),
} satisfies GoodsMethods;

if (parentPort) answerCalls(parentPort, methods);
