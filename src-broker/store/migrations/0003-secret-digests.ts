import type { Step } from './step';

export const secretDigests: Step = async (database) => {
	// Already committed by a run that was killed before the migrator recorded it.
	const tables = await database.introspection.getTables();
	const account = tables.find(({ name }) => name === 'account');
	if (account?.columns.some(({ name }) => name === 'secret_digest')) return;
	await database.schema.alterTable('account').addColumn('secret_digest', 'text').execute();
};
