// The real servers that tests start for themselves.
import { existsSync } from 'node:fs';
import { installWithApt } from './system-libraries.mjs';

/** Debian keeps the programs of each version there. */
const POSTGRESQL = '/usr/lib/postgresql';

export async function ensureTestServers() {
	if (existsSync(POSTGRESQL)) return;
	await installWithApt(['postgresql'], 'the tests of the service run on PostgreSQL as well, which this machine lacks');
}
