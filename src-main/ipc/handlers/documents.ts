// IPC handlers of documents.
import type { documentsApi } from '../../../src-contract/api/documents';
import type { HandlersOf } from '../../../src-contract/api/method';
import type { DocumentActions } from '../../documents/document-actions';
import type { Desktop } from '../../platform/desktop';
import type { Shipments } from '../../shipments/shipments';

export interface DocumentsServices {
	documentActions: DocumentActions;
	shipments: Shipments;
	desktop: Desktop;
}

export const documentsHandlers = ({ documentActions, shipments, desktop }: DocumentsServices) =>
	({
		'documents.page': ({ documentId, page }) => documentActions.drawPage(documentId, page),
		'documents.export': async ({ documentId }) => {
			const { name, bytes } = documentActions.file(documentId);
			const savePath = await desktop.saveFile(name, bytes);
			return savePath === null ? null : { path: savePath };
		},
		'documents.correctKind': ({ documentId, kind }) => shipments.detail(documentActions.correctKind(documentId, kind)),
		'documents.setCropped': async ({ documentId, isCropped }) =>
			shipments.detail(await documentActions.setCropped(documentId, isCropped)),
		'documents.reprocess': async ({ documentId }) => shipments.detail(await documentActions.reprocess(documentId)),
	}) satisfies HandlersOf<typeof documentsApi>;
