// The nomenclature in a thread of the station: it finds codes for what a desk types, with or without a service.
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { GoodsAnswer, GoodsQuestion } from '../src-contract/model/goods';
import { answerCalls } from '../src-contract/worker-rpc';
import { createClassifier } from './duties/classify';
import { openNomenclature } from './duties/nomenclature';

const { resourcesDir, dataDir } = workerData as { resourcesDir: string; dataDir: string };
const classifier = createClassifier(openNomenclature(resourcesDir, path.join(dataDir, 'cache')));

function answer(question: GoodsQuestion): GoodsAnswer {
	if (question.kind === 'classify') return { kind: 'classified', ...classifier.classify(question.description) };
	const description = classifier.isCode(question.code) ? (classifier.describe(question.code) ?? '') : null;
	return { kind: 'described', description };
}

if (parentPort) answerCalls(parentPort, answer);
