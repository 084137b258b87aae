// What comes after a booking: what came with it is taken apart, and what is to be printed by itself goes to its printer.

import type { PrintableKind } from '../../src-contract/model/print';
import type { Database } from '../platform/database';
import type { NewDocument } from './new-document';
import type { DocumentSplitter } from './split';
import type { DocumentStore } from './store';

/** How long until documents that could not be filed are looked at again. */
const REFILE_MS = 30_000;

interface RoutedDocument {
	kind: PrintableKind;
	carrier: string;
	destination: string;
	labelPrinterId?: string | undefined;
}

export interface IngestionDependencies {
	journal: {
		summary(id: number): { trackingNumber: string; carrier: string };
		draft(id: number): { to: { countryCode: string }; labelPrinterId?: string | undefined };
	};
	documents: DocumentStore;
	queue: {
		add(documentId: number, printerId: string): unknown;
		/** Prints what waits; resolves when nothing can be sent now. */
		work(): Promise<void>;
	};
	routing: { find(document: RoutedDocument): { automatic: boolean; printerId: string } };
	split: DocumentSplitter;
	transaction: Database['transaction'];
	onError: (error: unknown) => void;
}

export function createIngestion({
	journal,
	documents,
	queue,
	routing,
	split,
	transaction,
	onError,
}: IngestionDependencies) {
	let refile: NodeJS.Timeout | undefined;
	let isClosing = false;

	/** What stood in the way, such as a full disk, may be gone in a while. */
	function fileLater(): void {
		if (isClosing) return;
		refile ??= setTimeout(() => {
			refile = undefined;
			void fileInterrupted();
		}, REFILE_MS);
		refile.unref();
	}

	/** Takes what was received apart and prints it; until that is done, and if it fails, it lies as it came. */
	async function file(id: number, received: () => readonly Uint8Array[]): Promise<void> {
		try {
			const { trackingNumber, carrier } = journal.summary(id);
			const [remembered, wholePages] = [documents.remembered(carrier), documents.wholePages(carrier)];
			const parts: NewDocument[] = [];
			for (const bytes of received()) parts.push(...(await split(bytes, trackingNumber, remembered, wholePages)));
			transaction(() => {
				const filedBefore = new Set(documents.of(id).map((document) => document.id));
				// Whoever files prints, in one commit: nobody else may have, meanwhile, and no kill comes between.
				if (documents.file(id, parts)) print(id, filedBefore);
			});
		} catch (error) {
			onError(error);
			fileLater();
		}
	}

	/** @param filedBefore ids of documents that have been sent to their printers already */
	function print(id: number, filedBefore: ReadonlySet<number>): void {
		const { carrier } = journal.summary(id);
		const { to, labelPrinterId } = journal.draft(id);
		const destination = to.countryCode;
		for (const { id: documentId, kind } of documents.of(id)) {
			if (kind === 'unreadable' || filedBefore.has(documentId)) continue;
			const { automatic, printerId } = routing.find({ kind, carrier, destination, labelPrinterId });
			if (automatic) queue.add(documentId, printerId);
		}
	}

	/** Files and prints what was booked but not filed when the station stopped, or when its disk was full. */
	async function fileInterrupted(): Promise<void> {
		try {
			for (const { id, received } of documents.unfiled()) await file(id, received);
			await queue.work();
		} catch (error) {
			onError(error);
		}
	}

	return {
		file,
		fileInterrupted,

		/** Takes apart once more what could not be printed. */
		async readAgain(documentId: number): Promise<void> {
			documents.unfile(documentId);
			await fileInterrupted();
		},

		close(): void {
			isClosing = true;
			clearTimeout(refile);
		},
	};
}
export type Ingestion = ReturnType<typeof createIngestion>;
