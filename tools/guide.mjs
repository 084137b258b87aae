// `npm run guide`: takes the screenshots of docs/guide from the real user interface.
import { build } from './build.mjs';
import { withDisplay } from './display.mjs';
import { setUp } from './setup.mjs';

await setUp();
await build();
const { register } = await import('tsx/esm/api');
register();
const { takePictures } = await import('../test/e2e/guide.ts');
await withDisplay(takePictures);
