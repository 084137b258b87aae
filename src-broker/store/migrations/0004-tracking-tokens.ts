import { sql } from 'kysely';
import type { Step } from './step';

/** Adds the token of the tracking page's address. Booked shipments get one too, of at least 122 random bits. */
export const trackingTokens: Step = async (database, kind) => {
	// Already committed by a run that was killed before the migrator recorded it.
	const tables = await database.introspection.getTables();
	const shipment = tables.find(({ name }) => name === 'shipment');
	if (shipment?.columns.some(({ name }) => name === 'tracking_token')) return;
	await database.schema.alterTable('shipment').addColumn('tracking_token', 'text').execute();
	const randomToken =
		kind === 'sqlite' ? sql`lower(hex(randomblob(16)))` : sql`replace(gen_random_uuid()::text, '-', '')`;
	await sql`UPDATE shipment SET tracking_token = ${randomToken} WHERE tracking_number IS NOT NULL`.execute(database);
};
