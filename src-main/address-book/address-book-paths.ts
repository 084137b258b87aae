// Where the files of the address book lie.
import path from 'node:path';

export interface AddressBookPaths {
	file: string;
	/** The desk's own database, which held the addresses once. */
	deskFile: string;
	snapshotsFolder: string;
	/** Where the rate sheets say how long the lines of a carrier's label are. */
	rateSheetsFolder: string;
}

export const addressBookPaths = (dataDir: string, resourcesDir: string): AddressBookPaths => ({
	file: path.join(dataDir, 'addresses.db'),
	deskFile: path.join(dataDir, 'waybill.db'),
	snapshotsFolder: path.join(dataDir, 'address-snapshots'),
	rateSheetsFolder: path.join(resourcesDir, 'rate-sheets'),
});
