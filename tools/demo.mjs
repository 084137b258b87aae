// `npm run demo`: books and prints a shipment automatically through the real screens (test/e2e/demo.ts).
import { build } from './build.mjs';
import { withDisplay } from './display.mjs';
import { setUp } from './setup.mjs';

await setUp();
await build();
const { register } = await import('tsx/esm/api');
register();
const { runDemo } = await import('../test/e2e/demo.ts');
await withDisplay(runDemo);
