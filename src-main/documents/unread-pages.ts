// Reads the bar codes of the pages that were not read when their document was received: a document of many pages is printed
// before all its codes are read. One page at a time, so that the labels of new bookings do not wait.
import * as z from 'zod';
import { AppError } from '../../src-contract/errors';
import type { Database } from '../platform/database';
import { WorkerStartError } from '../platform/worker-rpc';
import { storedCode } from './label-codes';

export interface UnreadPage {
	documentId: number;
	page: number;
}
const unreadRows = z.array(z.object({ documentId: z.number(), page: z.number() }));

/** The list of the unread pages, which is stored with the documents. */
export function createUnreadPages(database: Database) {
	return {
		nextUnreadPage(): UnreadPage | undefined {
			const [next] = unreadRows.parse(
				database.all('SELECT document_id AS documentId, page FROM unread_page ORDER BY document_id, page LIMIT 1'),
			);
			return next;
		},

		/** Stores the codes of a page, which is then no longer unread. */
		storePageCodes({ documentId, page }: UnreadPage, codes: readonly string[]): void {
			database.transaction(() => {
				const isUnread = 'SELECT 1 FROM unread_page WHERE document_id = ? AND page = ?';
				// The pages of the document may have been replaced while it was read.
				if (!database.get(isUnread, documentId, page)) return;
				database.run('DELETE FROM unread_page WHERE document_id = ? AND page = ?', documentId, page);
				for (const code of new Set(codes.map(storedCode).filter((stored) => stored !== '')))
					database.run(
						'INSERT OR IGNORE INTO label_code (document_id, page, code) VALUES (?, ?, ?)',
						documentId,
						page,
						code,
					);
			});
		},
	};
}

export interface UnreadPageReaderDependencies {
	documents: ReturnType<typeof createUnreadPages> & { get(documentId: number): { bytes: Uint8Array } };
	/** The bar codes of a page of a PDF. */
	readCodes: (bytes: Uint8Array, page: number) => Promise<string[]>;
	onError: (error: unknown) => void;
}

export function createUnreadPageReader({ documents, readCodes, onError }: UnreadPageReaderDependencies) {
	let isReading = false;
	let isClosed = false;

	/**
	 * Codes of a page; none when it cannot be read, which is not tried again.
	 * @throws an error that says nothing about the page, such as that the thread cannot start
	 */
	async function codesOfPage({ documentId, page }: UnreadPage): Promise<string[]> {
		try {
			return await readCodes(documents.get(documentId).bytes, page);
		} catch (error) {
			if (isClosed || error instanceof WorkerStartError) throw error;
			if (error instanceof AppError && error.code !== 'document.notFound') throw error;
			onError(error);
			return [];
		}
	}

	return {
		/** Reads all unread pages. Does nothing while it is reading. Never rejects. */
		async readAll(): Promise<void> {
			if (isReading) return;
			isReading = true;
			try {
				while (!isClosed) {
					const page = documents.nextUnreadPage();
					if (!page) return;
					const codes = await codesOfPage(page);
					// A page that was interrupted by the end of the station is read after the next start.
					if (!isClosed) documents.storePageCodes(page, codes);
				}
			} catch (error) {
				if (!isClosed) onError(error);
			} finally {
				isReading = false;
			}
		},

		close(): void {
			isClosed = true;
		},
	};
}
