// Prints the labels of a shipment again.
import type { DocumentSummary } from '../../../src-contract/model/shipment';
import { call } from '../../lib/bridge';

/** Labels that are held are left out. @returns the number of labels; 0 if none is stored at this desk any more */
export async function printLabelsAgain(documents: readonly DocumentSummary[]): Promise<number> {
	const labels = documents.filter(({ kind, isStored, isHeld }) => kind === 'label' && isStored && !isHeld);
	for (const { id } of labels) await call('printing.print', { documentId: id });
	return labels.length;
}
