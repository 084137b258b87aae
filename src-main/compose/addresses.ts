// Composes the address book, the readers of order and item files (in the address book's background thread), and the site, through which desks
// share address books.
import { createAddressBook } from '../address-book/address-book';
import { createOrderFiles } from '../orders/worker-methods';
import { createSignal } from '../platform/signal';
import { createSite, type SiteDependencies } from '../site/site';
import { createAddressThreads } from './address-threads';
import type { ServiceDependencies } from './dependencies';

type AddressesDependencies = Pick<
	ServiceDependencies,
	'startAddressWorker' | 'credentialsFile' | 'keyring' | 'push' | 'log'
>;

/**
 * @param decisions decisions on HS codes, which the site shares too
 * @param claims claims of orders, which the site decides
 * @param userName returns the name that is recorded with each change
 */
export function composeAddresses(
	dependencies: AddressesDependencies,
	decisions: SiteDependencies['decisions'],
	claims: SiteDependencies['claims'],
	userName: () => string,
) {
	const { credentialsFile, keyring, push, log } = dependencies;
	const bookWritten = createSignal();
	const threads = createAddressThreads(dependencies.startAddressWorker, userName);
	const addressBook = createAddressBook(threads, bookWritten.emit);
	const site = createSite({
		file: credentialsFile,
		keyring,
		addressBook,
		decisions,
		claims,
		onChange: (status) => push('site.changed', status),
		onError: (error) => log('site.error', { error: String(error) }),
	});
	bookWritten.on(site.handleBookWritten);
	return {
		addressBook,
		site,
		orderFiles: createOrderFiles(threads.background.client, addressBook.inBackground),
		itemFiles: threads.background.client,
		invoiceFiles: threads.background.client,
	};
}
