// Inserts documents with the bar codes of their pages into the database, and encrypts and decrypts their bytes.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { Database } from '../platform/database';
import { storedCode } from './label-codes';
import type { NewDocument } from './new-document';
import type { Vault } from './vault';

/** Default values for a document whose pages were not read. */
export const DOCUMENT_DEFAULTS = {
	guess: null,
	format: 'pdf',
	pages: 0,
	widthMm: 0,
	heightMm: 0,
	codes: [],
	message: '',
} satisfies Partial<NewDocument>;

export function createDocumentTable(database: Database, vault: Vault, now: () => Date) {
	/** Stores a document, encrypted if a key is available. @returns the id of the document */
	function insertDocument(shipmentId: number, document: Omit<NewDocument, 'kind'> & { kind: string }): number {
		// page_width_mm and page_height_mm: the page that the document was cropped from; 0 when it was not cropped.
		const id = database.run(
			`INSERT INTO document (shipment_id, kind, guess, trait, copy_pages, page_width_mm, page_height_mm, format, pages, width_mm, height_mm, message, is_held, bytes, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			shipmentId,
			document.kind,
			document.guess,
			document.trait ?? null,
			JSON.stringify(document.pagesWithoutScan ?? []),
			document.croppedFrom?.widthMm ?? 0,
			document.croppedFrom?.heightMm ?? 0,
			document.format,
			document.pages,
			document.widthMm,
			document.heightMm,
			document.message,
			document.isHeld ? 1 : 0,
			vault.seal(document.bytes),
			now().toISOString(),
		);
		for (const [page, codes] of document.codes.entries())
			for (const code of new Set(codes.map(storedCode).filter((stored) => stored !== '')))
				database.run('INSERT INTO label_code (document_id, page, code) VALUES (?, ?, ?)', id, page, code);
		for (const page of document.unreadPages ?? [])
			database.run('INSERT INTO unread_page (document_id, page) VALUES (?, ?)', id, page);
		return id;
	}

	/**
	 * Decrypts the bytes of a document.
	 * @throws `document.notFound` when the bytes were deleted; `document.locked` when the key is not available
	 */
	function decryptBytes({ bytes, created_at }: { bytes: Uint8Array; created_at?: string }): Uint8Array {
		if (bytes.length > 0) return vault.open(bytes);
		throw new AppError(
			'document.notFound',
			created_at
				? t('This document of {date} was deleted to free disk space. Print it from your account at the service.', {
						date: created_at.slice(0, 10),
					})
				: t('This document was deleted to free disk space. Print it from your account at the service.'),
		);
	}

	return { insertDocument, decryptBytes };
}
