// npm hands a SIGTERM to the shell between it and this process, and the shell keeps it to itself: the end of the shell is
// the sign that this process is to end as well, as cleanly as by a signal of its own.
export function endWithNpm() {
	if (!process.env.npm_lifecycle_event) return;
	const shell = process.ppid;
	setInterval(() => process.ppid !== shell && process.kill(process.pid, 'SIGTERM'), 200).unref();
}
