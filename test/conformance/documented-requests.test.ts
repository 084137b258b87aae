// The requests of docs/partner-api.md, sent by curl as a reader would, and their answers.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { onEachDatabase } from './on-each-database';

const document = readFileSync(path.resolve('docs/partner-api.md'), 'utf8');
/** Each request with the answer that the document shows under it. */
const examples = [
	...document.matchAll(/^## ([^\n]+)\n(?:(?!^## )[\s\S])*?```sh\n(curl [\s\S]*?)```[\s\S]*?```json\n([\s\S]*?)```/gm),
].map(([, title = '', command = '', answer = '']) => ({ title, command, answer }));
const run = promisify(execFile);

/** What the document shows, with every list cut to the length that it shows. Values that differ in each run are compared by form. */
function cut(answer: unknown, shown: unknown): unknown {
	if (Array.isArray(answer) && Array.isArray(shown)) return shown.map((item, index) => cut(answer[index], item));
	if (answer && typeof answer === 'object' && shown && typeof shown === 'object')
		return Object.fromEntries(
			Object.entries(answer).map(([name, value]) => [name, cut(value, (shown as Record<string, unknown>)[name])]),
		);
	if (typeof answer === 'string' && typeof shown === 'string') {
		const atShownPort = answer.replace(/^http:\/\/127\.0\.0\.1:\d+\//, 'http://127.0.0.1:8080/');
		return shown.endsWith('…') && atShownPort.startsWith(shown.slice(0, -1)) ? shown : atShownPort;
	}
	return answer;
}

onEachDatabase('the documented request', (service) => {
	it('are found', () => expect(examples.length).toBe(5));

	it.each(examples)('"$title" is answered as documented', async ({ command, answer }) => {
		const { stdout } = await run('bash', ['-c', command], {
			env: { ...process.env, URL: `${service().url}/partners-api/v1`, KEY: service().header },
		});
		const shown: unknown = JSON.parse(answer);
		expect(cut(JSON.parse(stdout), shown)).toEqual(shown);
	});
});
