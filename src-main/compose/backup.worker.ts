// Worker thread that writes and reads the backups of a desk.
import { parentPort } from 'node:worker_threads';
import { answerCalls } from '../../src-contract/worker-rpc';
import { migrations as addressMigrations } from '../address-book/migrations';
import { backupMethods } from '../desk-backup/desk-files';
import { migrations } from '../platform/migrations';

const methods = backupMethods({
	'waybill.db': migrations,
	'addresses.db': addressMigrations,
	// The built-in service checks its own database when it starts.
	'service/broker.db': null,
});

if (parentPort) answerCalls(parentPort, methods);
