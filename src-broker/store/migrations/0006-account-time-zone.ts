import type { Step } from './step';

/** Adds the time zone of an account's pages, and indexes for the filters of its list of shipments. */
export const accountTimeZone: Step = async (database) => {
	// Already committed by a run that was killed before the migrator recorded it.
	const tables = await database.introspection.getTables();
	const account = tables.find(({ name }) => name === 'account');
	if (account?.columns.some(({ name }) => name === 'time_zone')) return;
	const { schema } = database;
	await schema.alterTable('account').addColumn('time_zone', 'text').execute();
	for (const column of ['status', 'carrier', 'created_at'])
		await schema.createIndex(`shipment_${column}`).on('shipment').columns(['account_id', column, 'id']).execute();
};
