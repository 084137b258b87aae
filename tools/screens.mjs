// `npm run screens [-- NAME]`: checks the layout of every screen in all sizes, themes and languages (test/e2e/layout.spec.ts). With
// NAME, only the states of test/e2e/screen-states.ts whose name contains it. Writes screenshots and errors.txt to out/screens.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { withDisplay } from './display.mjs';
import { log, stop } from './log.mjs';
import { projectRoot } from './project-root.mjs';
import { run } from './run.mjs';
import { setUp } from './setup.mjs';

await setUp();
await build();
const target = path.join(projectRoot, 'out', 'screens');
rmSync(target, { recursive: true, force: true });
process.env.WAYBILL_SCREENS = process.argv[2] ?? 'all';
const status = await withDisplay(() => run('playwright', ['test', 'test/e2e/layout.spec.ts', '-g', 'completely']));
log('screens: the screenshots are in out/screens');
if (status !== 0) stop('the layout of some screens has errors; see out/screens/errors.txt');
