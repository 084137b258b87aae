// The address book, and the site that shares its books.
import { createAddressBook } from '../address-book/address-book';
import { createSignal } from '../platform/signal';
import { createSite } from '../site/site';
import type { ServiceDependencies } from './dependencies';

type AddressesDependencies = Pick<
	ServiceDependencies,
	'startAddressWorker' | 'credentialsFile' | 'keyring' | 'push' | 'log'
>;

/** @param who is noted with every change */
export function composeAddresses(dependencies: AddressesDependencies, who: () => string) {
	const { credentialsFile, keyring, push, log } = dependencies;
	const bookWritten = createSignal();
	const addressBook = createAddressBook(dependencies.startAddressWorker, who, bookWritten.emit);
	const site = createSite({
		file: credentialsFile,
		keyring,
		book: addressBook,
		onChange: (status) => push('site.changed', status),
		onFault: (error) => log('site.fault', { error: String(error) }),
	});
	bookWritten.on(site.written);
	return { addressBook, site };
}
