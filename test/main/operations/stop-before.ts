// Stops a desk before one of its effects, as a kill does: from then on, nothing it does has an effect.
import type { Database } from '../../../src-main/platform/database';

class Stopped extends Error {}

/** Counts effects, and stops the desk before effect `effectNumber`. A commit is one effect. */
export function stopBefore(effectNumber: number) {
	let effects = 0;
	let isCounting = false;
	const isStopped = () => effects >= effectNumber;
	function effect(): void {
		if (isCounting && !isStopped()) effects += 1;
		if (isStopped()) throw new Stopped();
	}
	function guarded(database: Database): Database {
		let depth = 0;
		const alive = <Result>(work: () => Result): Result => {
			if (isStopped()) throw new Stopped();
			return work();
		};
		const write = <Result>(work: () => Result): Result => {
			if (depth === 0) effect();
			return alive(work);
		};
		return {
			...database,
			all: (sql, ...values) => alive(() => database.all(sql, ...values)),
			get: (sql, ...values) => alive(() => database.get(sql, ...values)),
			run: (sql, ...values) => write(() => database.run(sql, ...values)),
			write: (sql, ...values) => write(() => database.write(sql, ...values)),
			transaction: (work) =>
				database.transaction(() => {
					depth += 1;
					try {
						const result = alive(work);
						if (depth === 1) effect();
						return result;
					} finally {
						depth -= 1;
					}
				}),
		};
	}
	/** Starts counting: the effects of setting up the desk do not count. */
	const count = () => {
		isCounting = true;
	};
	return { effect, guarded, isStopped, count, effects: () => effects };
}
