// Composes the stored records of shipments: the journal and the document store.
import { createDocumentStore } from '../documents/store';
import { createVault } from '../documents/vault';
import { createJournal } from '../operations/journal';
import type { Database } from '../platform/database';
import type { ServiceDependencies } from './dependencies';

type RecordsDependencies = Pick<ServiceDependencies, 'keyring' | 'vaultFile' | 'now' | 'log'>;

export function composeRecords(database: Database, { keyring, vaultFile, now, log }: RecordsDependencies) {
	const vault = createVault(keyring, vaultFile, (error) => log('documents.notEncrypted', { error: String(error) }));
	const documentStore = createDocumentStore(database, vault, now);
	return { vault, documentStore, journal: createJournal(database, documentStore, now) };
}
