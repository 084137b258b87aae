// How the set-up tools speak: one line a step, with the time a step took.

/** @param {string} text */
export function say(text) {
	process.stdout.write(`[waybill] ${text}\n`);
}

/** Ends the run with a message that names the remedy. @param {string} text @returns {never} */
export function stop(text) {
	process.stderr.write(`[waybill] ${text}\n`);
	process.exit(1);
}

/** @template T @param {string} name @param {() => T | Promise<T>} work @returns {Promise<T>} */
export async function step(name, work) {
	const started = Date.now();
	say(`${name} …`);
	const result = await work();
	say(`${name}: done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
	return result;
}
