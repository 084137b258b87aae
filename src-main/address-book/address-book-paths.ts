// Paths of the files that the address book reads and writes.
import path from 'node:path';

export interface AddressBookPaths {
	/** The address book's SQLite database. */
	file: string;
	/** The desk's main database, which held the addresses in earlier releases. */
	deskFile: string;
	snapshotsFolder: string;
	/** Folder of the program's tables. */
	resourcesDir: string;
}

export const addressBookPaths = (dataDir: string, resourcesDir: string): AddressBookPaths => ({
	file: path.join(dataDir, 'addresses.db'),
	deskFile: path.join(dataDir, 'waybill.db'),
	snapshotsFolder: path.join(dataDir, 'address-snapshots'),
	resourcesDir,
});
