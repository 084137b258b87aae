// `npm run broker -- …`: runs the service under Node. Needs the npm packages, but neither Electron nor a display.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { GOODS_INDEX_DIR } from './goods-index.mjs';
import { sendMessagesToStderr } from './log.mjs';
import { endWithNpm } from './npm-shell.mjs';
import { ensurePackages } from './packages.mjs';
import { projectRoot } from './project-root.mjs';
import { buildService } from './service-build.mjs';

endWithNpm();
sendMessagesToStderr();
await ensurePackages();
const { main } = await import(pathToFileURL(await buildService()).href);
await main(process.argv.slice(2), {
	resourcesDir: path.join(projectRoot, 'resources'),
	goodsIndexDir: GOODS_INDEX_DIR,
});
