// Messages of the commands: one line per step, with the time that the step took.

/** @type {NodeJS.WriteStream} */
let messages = process.stdout;

/** For commands whose standard output is their result (`broker`, `wording`): set-up messages must not be part of it. */
export function sendMessagesToStderr() {
	messages = process.stderr;
}

/** Where messages go, also those of child processes. */
export const messageStream = () => messages;

/** @param {string} text */
export function log(text) {
	messages.write(`[waybill] ${text}\n`);
}

/** Ends the run with a message that names the remedy. @param {string} text @returns {never} */
export function stop(text) {
	process.stderr.write(`[waybill] ${text}\n`);
	process.exit(1);
}

/** @template T @param {string} name @param {() => T | Promise<T>} work @returns {Promise<T>} */
export async function step(name, work) {
	const started = Date.now();
	log(`${name} …`);
	const result = await work();
	log(`${name}: done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
	return result;
}
