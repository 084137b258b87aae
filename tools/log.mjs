// Messages of the commands: one line at the start of each step and one with its duration at the end.

/** @type {NodeJS.WriteStream} */
let messages = process.stdout;

/** For commands whose standard output is their result (`broker`, `i18n`): set-up messages must not be mixed in. */
export function sendMessagesToStderr() {
	messages = process.stderr;
}

/** Stream for messages, also those of child processes. */
export const messageStream = () => messages;

/** @param {string} text */
export function log(text) {
	messages.write(`[waybill] ${text}\n`);
}

/** Prints an error that says what to do, and exits with status 1. @param {string} text @returns {never} */
export function stop(text) {
	process.stderr.write(`[waybill] ${text}\n`);
	process.exit(1);
}

/**
 * Runs a step and logs its start and duration.
 * @template T @param {string} name @param {() => T | Promise<T>} work @returns {Promise<T>}
 */
export async function step(name, work) {
	const started = Date.now();
	log(`${name} …`);
	const result = await work();
	log(`${name}: done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
	return result;
}
