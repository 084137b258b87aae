// `npm run bench [-- NAME] [--json FILE]`: runs benchmarks and prints tables. Each result is compared with a reference that was
// measured in the same run, or with a limit.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { withDisplay } from './display.mjs';
import { log, stop } from './log.mjs';
import { setUp } from './setup.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } });
await setUp();
await build();
const { register } = await import('tsx/esm/api');
register();
const { benches } = await import('../test/bench/benches.ts');
const names = positionals.length > 0 ? positionals : Object.keys(benches);
const results = [];
for (const name of names) {
	const bench = benches[name];
	if (!bench) stop(`unknown benchmark ${name}; choose one of: ${Object.keys(benches).join(', ')}`);
	log(`bench ${name} …`);
	const rows = await withDisplay(bench);
	console.table(Object.fromEntries(rows.map(({ measure, ...rest }) => [measure, rest])));
	results.push({ name, rows });
}
if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
