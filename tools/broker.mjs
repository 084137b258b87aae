// `npm run broker -- …`: the service alone, under Node.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { endWithNpm } from './npm-shell.mjs';
import { projectRoot } from './project-root.mjs';
import { buildService } from './service-build.mjs';

endWithNpm();
const { main } = await import(pathToFileURL(await buildService()).href);
await main(process.argv.slice(2), path.join(projectRoot, 'resources'));
