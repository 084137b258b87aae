// `npm run demo`: runs the main job unattended in the real user interface.
import { build } from './build.mjs';
import { withDisplay } from './display.mjs';
import { setUp } from './setup.mjs';

await setUp();
await build();
const { register } = await import('tsx/esm/api');
register();
const { runDemo } = await import('../test/e2e/demo.ts');
await withDisplay(runDemo);
