// The page of the API reference recovers when one of its scripts could not be read.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createDocumentationRoutes } from '../../../src-broker/pages/documentation';

it('reads a script again after it could not be read', async () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'waybill-test-'));
	const routes = createDocumentationRoutes(folder);
	routes.onError((_error, context) => context.text('not readable', 500));
	expect((await routes.request('/start.js')).status).toBe(500);
	mkdirSync(path.join(folder, 'reference'));
	writeFileSync(path.join(folder, 'reference', 'start.js'), 'start();');
	const answer = await routes.request('/start.js');
	expect(answer.status).toBe(200);
	expect(await answer.text()).toBe('start();');
	rmSync(folder, { recursive: true });
});
