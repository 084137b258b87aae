// Worker thread of the station that suggests HS codes for descriptions of goods, and finds goods that a destination prohibits or
// restricts. It uses local files, so it works offline.
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod';
import type { GoodsMethods } from '../src-contract/model/goods';
import { answerCalls } from '../src-contract/worker-rpc';
import { createClassifier } from './classification/classify';
import { openNomenclature } from './classification/nomenclature';
import { findRestrictions } from './duties/restrictions';
import { loadRestrictions } from './duties/tables';

const { resourcesDir, goodsIndexDir } = z
	.object({ resourcesDir: z.string(), goodsIndexDir: z.string() })
	.parse(workerData);
const classifier = createClassifier(openNomenclature(goodsIndexDir));
const { classify, describe, isCode, likelyCode } = classifier;
const restrictions = loadRestrictions(resourcesDir);

const methods = {
	classify,
	describe: (code) => (isCode(code) ? (describe(code) ?? '') : null),
	restrictions: ({ from, to, onDate }, items) =>
		findRestrictions(
			restrictions,
			from,
			to,
			items.map(({ description, hsCode }) => ({ description, hsCode: hsCode || likelyCode(description) })),
			onDate,
		),
} satisfies GoodsMethods;

if (parentPort) answerCalls(parentPort, methods);
