// `npm run broker -- …`: the service alone, from its sources.
import { register } from 'tsx/esm/api';

// npm hands a SIGTERM to the shell between it and this process, and the shell keeps it to itself: the end of the shell
// is the sign that this process is to end as well, as cleanly as by a signal of its own.
if (process.env.npm_lifecycle_event) {
	const shell = process.ppid;
	setInterval(() => process.ppid !== shell && process.kill(process.pid, 'SIGTERM'), 200).unref();
}

register();
await import('../src-broker/main.ts');
