// The papers of packing. The document thread draws them, because their texts come from outside the station.
import type { PrinterProfile } from '../../../src-contract/model/print';
import type { Fonts } from '../../../src-pdf/fonts';
import { type Badge, drawBadge } from './badge-pdf';
import { drawCommandCard } from './command-card-pdf';
import { drawEvidence, type EvidencePaper } from './evidence-pdf';
import type { PackingSlip } from './packing-slip';
import { drawPackingSlips } from './packing-slip-pdf';
import { drawPickList, type PickList } from './pick-list-pdf';
import { drawStagingSlip, type StagingSlip } from './staging-slip-pdf';

export type PackingPaper =
	| { kind: 'commandCard' }
	| { kind: 'pickList'; list: PickList }
	| { kind: 'packingSlips'; slips: PackingSlip[] }
	| { kind: 'stagingSlip'; slip: StagingSlip }
	| { kind: 'evidence'; evidence: EvidencePaper }
	| { kind: 'badge'; badge: Badge };

/** @returns a PDF in the size of the printer's stock */
export function drawPackingPaper(
	paper: PackingPaper,
	printer: Pick<PrinterProfile, 'stock' | 'ownStock'>,
	fonts: Fonts,
): Promise<Uint8Array> {
	switch (paper.kind) {
		case 'commandCard':
			return drawCommandCard(printer, fonts);
		case 'pickList':
			return drawPickList(paper.list, printer, fonts);
		case 'packingSlips':
			return drawPackingSlips(paper.slips, printer, fonts);
		case 'stagingSlip':
			return drawStagingSlip(paper.slip, printer, fonts);
		case 'evidence':
			return drawEvidence(paper.evidence, printer, fonts);
		case 'badge':
			return drawBadge(paper.badge, printer, fonts);
	}
}
