// Ends this process with SIGTERM when the shell of `npm run` ends. npm sends its SIGTERM to that shell, which does not forward it.
export function endWithNpm() {
	if (!process.env.npm_lifecycle_event) return;
	const shell = process.ppid;
	setInterval(() => process.ppid !== shell && process.kill(process.pid, 'SIGTERM'), 200).unref();
}
