// `npm run broker -- …`: the service alone, under Node.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './project-root.mjs';
import { buildService } from './service-build.mjs';

// npm hands a SIGTERM to the shell between it and this process, and the shell keeps it to itself: the end of the shell
// is the sign that this process is to end as well, as cleanly as by a signal of its own.
if (process.env.npm_lifecycle_event) {
	const shell = process.ppid;
	setInterval(() => process.ppid !== shell && process.kill(process.pid, 'SIGTERM'), 200).unref();
}

const { main } = await import(pathToFileURL(await buildService()).href);
await main(process.argv.slice(2), path.join(projectRoot, 'resources'));
