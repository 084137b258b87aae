// The migrations of the service's database (SQLite or PostgreSQL) in order. There are no down migrations. Never change a released
// migration; add a new one. Migrations contain copies of the product code that they need, because the original may change.
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { shipments } from './0001-shipments';
import { journeysAndSites } from './0002-journeys-and-sites';
import { secretDigests } from './0003-secret-digests';
import { trackingTokens } from './0004-tracking-tokens';
import { searchSigns } from './0005-search-signs';
import { accountTimeZone } from './0006-account-time-zone';
import { dutyTables } from './0007-duty-tables';
import type { DatabaseKind, Step } from './step';

const STEPS = {
	'0001-shipments': shipments,
	'0002-journeys-and-sites': journeysAndSites,
	'0003-secret-digests': secretDigests,
	'0004-tracking-tokens': trackingTokens,
	'0005-search-signs': searchSigns,
	'0006-account-time-zone': accountTimeZone,
	'0007-duty-tables': dutyTables,
} satisfies Record<string, Step>;

export function createMigrations(kind: DatabaseKind): Record<string, Migration> {
	return Object.fromEntries(
		Object.entries(STEPS).map(([name, step]) => [name, { up: (database) => runInTransaction(database, kind, step) }]),
	) satisfies Record<string, Migration>;
}

/** Runs a step in a transaction. On PostgreSQL, the migrator has already opened the transaction. */
function runInTransaction(database: Kysely<unknown>, kind: DatabaseKind, step: Step): Promise<void> {
	return kind === 'sqlite'
		? database.transaction().execute((transaction) => step(transaction, kind))
		: step(database, kind);
}
