// Processor time of this process and of its children.
import { readFileSync } from 'node:fs';

/** Unit of the times in /proc: USER_HZ, which is 100 on every architecture that Node supports. */
const TICKS_PER_SECOND = 100;

/**
 * Processor time that this process and all its ended descendants have used, in seconds. Elsewhere than on Linux, without the
 * descendants, whose time Node cannot read.
 * @returns {{ user: number, system: number }}
 */
export function processorSeconds() {
	if (process.platform !== 'linux') {
		const { user, system } = process.cpuUsage();
		return { user: user / 1e6, system: system / 1e6 };
	}
	const stat = readFileSync('/proc/self/stat', 'utf8');
	// The second field, in parentheses, may contain spaces. utime, stime, cutime and cstime are the fields 14 to 17 (proc(5)).
	const times = stat
		.slice(stat.lastIndexOf(')') + 2)
		.split(' ')
		.slice(11, 15)
		.map((ticks) => Number(ticks) / TICKS_PER_SECOND);
	const [user = 0, system = 0, childUser = 0, childSystem = 0] = times;
	return { user: user + childUser, system: system + childSystem };
}
