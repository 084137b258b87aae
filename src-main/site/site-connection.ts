// One open connection to the site's database, with the queries that a desk sends.
import * as z from 'zod';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { type ClaimRequest, type SiteClaim, siteClaimSchema } from '../../src-contract/model/order-claims';
import {
	OLDEST_SITE_SCHEMA_VERSION,
	type SharedPush,
	SITE_CHANNEL,
	SITE_SCHEMA_VERSION,
	type SiteConflict,
	type SiteEndpoint,
	type SiteEntry,
	siteConflictSchema,
	siteEntrySchema,
} from '../../src-contract/model/shared-books';
import { type SentDecision, type SiteDecision, siteDecisionSchema } from '../../src-contract/model/shared-decisions';
import { siteError } from './site-error';

const ENTRY_COLUMNS = 'id, fields, removed, version, desk';
const CLAIM_COLUMNS = 'order_key AS key, desk, state, version, is_mine AS "isMine"';
const DECISION_COLUMNS = 'goods_key AS key, goods, code, chosen_at AS "chosenAt", chosen_by AS "chosenBy", version';
/** SQL: open conflicts, oldest first. $1: maximum number of conflicts. */
const CONFLICTS_SQL = `
	SELECT conflict.id, entry_id AS "entryId", field, other, standing_desk AS "currentDesk",
		waybill_books.standing_of(field, fields, removed) AS "current", other_desk AS "otherDesk", conflict.at,
		coalesce(nullif(fields->>'companyName', ''), fields->>'contactPerson', '') AS name
	FROM waybill_books.conflict JOIN waybill_books.entry ON entry.id = entry_id
	WHERE settled_at IS NULL AND NOT (removed AND field = '') ORDER BY conflict.id LIMIT $1`;

/** Schema version of the site's database, and the lowest SITE_SCHEMA_VERSION of a release that may use the database. */
const schemaVersionsSchema = z.object({ schemaVersion: z.int(), minSchema: z.int() });
const currentStateSchema = z.object({ origin: z.uuid(), schemaVersion: z.int(), newestChange: z.coerce.number() });
const versionSchema = z.object({ version: z.coerce.number().int() });
const bookSchema = z.object({ name: z.string().max(40) });

type Client = InstanceType<typeof import('pg').Client>;

/** Skips rows that do not match the schema, such as those of a newer release. */
const parseRows = <Row>(schema: z.ZodType<Row>, rows: unknown[]): Row[] =>
	rows.flatMap((row) => {
		const { data } = schema.safeParse(row);
		return data === undefined ? [] : [data];
	});

/**
 * @throws `site.otherVersion` when the site requires a newer release, or when its schema is older than
 * `OLDEST_SITE_SCHEMA_VERSION`
 */
function checkSchemaVersions([versions]: z.infer<typeof schemaVersionsSchema>[]): void {
	if (!versions || versions.minSchema > SITE_SCHEMA_VERSION)
		throw new AppError(
			'site.otherVersion',
			t('The site requires a newer version of Waybill. Your changes are saved on this desk. Update Waybill.'),
		);
	if (versions.schemaVersion < OLDEST_SITE_SCHEMA_VERSION)
		throw new AppError(
			'site.otherVersion',
			t(
				"The site's database is too old for this version of Waybill. Your changes are saved on this desk. Ask your administrator to update the site.",
			),
		);
}

/**
 * Every method except `close` throws `site.unreachable` when the connection fails, and `site.refused` when the desk lacks a permission.
 * @param close closes the connection; returned as the method `close`
 */
export function createSiteConnection(client: Client, server: SiteEndpoint, close: () => Promise<void>) {
	async function query(sql: string, values: unknown[] = []): Promise<unknown[]> {
		try {
			return (await client.query(sql, values)).rows;
		} catch (error) {
			throw siteError(error, server);
		}
	}

	return {
		/** Checks the schema version and subscribes to notifications. @throws `site.otherVersion` */
		async start(): Promise<void> {
			const rows = await query('SELECT version AS "schemaVersion", least AS "minSchema" FROM waybill_books.about');
			checkSchemaVersions(parseRows(schemaVersionsSchema, rows));
			await query(`LISTEN ${SITE_CHANNEL}`);
		},
		/**
		 * The id of the database (`origin`), its schema version, and the version number of the newest change; 0 when there is none.
		 */
		async currentState(): Promise<z.infer<typeof currentStateSchema>> {
			const rows = await query(
				'SELECT origin, version AS "schemaVersion", (SELECT coalesce(max(version), 0) FROM waybill_books.entry) AS "newestChange" FROM waybill_books.about',
			);
			return currentStateSchema.parse(rows[0]);
		},
		/**
		 * Replaces the invitation's password with the desk's own.
		 * @param verifier SCRAM verifier of the desk's password; see `verifierOf`
		 */
		join: async (verifier: string): Promise<void> => {
			await query('SELECT waybill_books.join_site($1)', [verifier]);
		},
		/** Names of the books that the desks of the site share. */
		books: async (): Promise<string[]> =>
			parseRows(bookSchema, await query('SELECT name FROM waybill_books.book ORDER BY name')).map(({ name }) => name),
		/** At most `limit` entries whose last change has a higher version number than `version`, in the order of these changes. */
		changesSince: async (version: number, limit: number): Promise<SiteEntry[]> =>
			parseRows(
				siteEntrySchema,
				await query(`SELECT ${ENTRY_COLUMNS} FROM waybill_books.entry WHERE version > $1 ORDER BY version LIMIT $2`, [
					version,
					limit,
				]),
			),
		/**
		 * Sends local changes. A push whose id the site has already received changes nothing.
		 * @returns the entries of the push as the site has them now, also when the push is repeated
		 */
		push: async ({ id, changes }: SharedPush): Promise<SiteEntry[]> =>
			parseRows(
				siteEntrySchema,
				await query(`SELECT ${ENTRY_COLUMNS} FROM waybill_books.push_changes($1, $2)`, [id, JSON.stringify(changes)]),
			),
		/** Version number of the newest decision on an HS code; 0 when there is none. */
		newestDecision: async (): Promise<number> => {
			const rows = await query('SELECT coalesce(max(version), 0) AS version FROM waybill_books.goods_decision');
			return versionSchema.parse(rows[0]).version;
		},
		/**
		 * At most `limit` decisions with a higher version number than `version`, in their order. `decision` is undefined for an invalid
		 * row.
		 */
		decisionsSince: async (
			version: number,
			limit: number,
		): Promise<{ version: number; decision: SiteDecision | undefined }[]> => {
			const rows = await query(
				`SELECT ${DECISION_COLUMNS} FROM waybill_books.goods_decision WHERE version > $1 ORDER BY version LIMIT $2`,
				[version, limit],
			);
			return rows.map((row) => ({
				version: versionSchema.parse(row).version,
				decision: siteDecisionSchema.safeParse(row).data,
			}));
		},
		/**
		 * Sends decisions of this desk. Of two decisions for the same goods, the site keeps the later one. Repeating the call changes
		 * nothing.
		 * @returns the decisions that the site now has for the same goods
		 */
		recordDecisions: async (decisions: readonly SentDecision[]): Promise<SiteDecision[]> =>
			parseRows(
				siteDecisionSchema,
				await query(`SELECT ${DECISION_COLUMNS} FROM waybill_books.record_decisions($1)`, [JSON.stringify(decisions)]),
			),
		/** Version number of the newest claim of an order; 0 when there is none. */
		newestClaim: async (): Promise<number> => {
			const rows = await query(
				'SELECT coalesce(max(version), 0) AS version FROM waybill_books.claims_since(0, 2147483647)',
			);
			return versionSchema.parse(rows[0]).version;
		},
		/** At most `limit` claims of orders whose last change has a higher version number than `version`, in the order of these changes. */
		claimsSince: async (version: number, limit: number): Promise<SiteClaim[]> =>
			parseRows(
				siteClaimSchema,
				await query(`SELECT ${CLAIM_COLUMNS} FROM waybill_books.claims_since($1, $2)`, [version, limit]),
			),
		/** Claims orders or gives them back; repeating it changes nothing. @returns the claims of these orders as they are then */
		claimOrders: async (requests: readonly ClaimRequest[]): Promise<SiteClaim[]> =>
			parseRows(
				siteClaimSchema,
				await query(`SELECT ${CLAIM_COLUMNS} FROM waybill_books.claim_orders($1)`, [JSON.stringify(requests)]),
			),
		conflicts: async (limit: number): Promise<SiteConflict[]> =>
			parseRows(siteConflictSchema, await query(CONFLICTS_SQL, [limit])),
		/**
		 * Resolves a conflict.
		 * @param takeOther whether the other desk's value replaces the current one
		 * @param shownValue the current value as the user saw it
		 * @throws `site.changed` when `takeOther` is true and the current value is no longer `shownValue`
		 */
		resolveConflict: async (conflictId: number, takeOther: boolean, shownValue: unknown): Promise<void> => {
			const shownJson = JSON.stringify(shownValue ?? null);
			await query('SELECT waybill_books.settle_conflict($1, $2, $3)', [conflictId, takeOther, shownJson]);
		},
		/** Adds a book to the books that the desks share. */
		shareBook: async (name: string): Promise<void> => {
			await query('SELECT waybill_books.share_book($1)', [name]);
		},
		close,
	};
}
export type SiteConnection = ReturnType<typeof createSiteConnection>;
