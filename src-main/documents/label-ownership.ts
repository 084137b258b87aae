// Decides whether a received label is the label of its shipment, by the codes and the text of its pages. A label of another shipment
// sends a parcel to the wrong address, so it is held until the user has looked at it. Pure.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { isolateBidi } from '../../src-contract/rules/bidi';
import { containsNumber, isRecordCode, isRoutingCode } from './code-numbers';
import type { NewDocument } from './new-document';

/** @param reason why a label is held */
export const heldText = (reason: string): string =>
	t('This label must be checked and was not printed. {reason} Compare it with the parcel first.', {
		reason,
	});

export interface LabelledShipment {
	/** Empty when the service returned none. Its labels then cannot be compared with it. */
	trackingNumber: string;
	/** Number of pieces. Each may have a tracking number of its own. */
	pieces: number;
}

/** @returns the recipient of another booked shipment whose tracking number a code contains; undefined when there is none */
type FindOtherRecipient = (code: string) => string | undefined;

/** Label pages for one piece, such as the label, a second label for another side, the carrier's copy and a return label. */
const MAX_PAGES_PER_PIECE = 4;

interface Page {
	document: NewDocument;
	codes: readonly string[];
	isOwn: boolean;
	/** Whether its bar codes were not read, because the document took too long. */
	isUnread: boolean;
}

function pagesOf(document: NewDocument, trackingNumber: string): Page[] {
	const pageIndexes = Array.from({ length: document.pages }, (_, page) => page);
	return pageIndexes
		.filter((page) => !document.pagesWithoutScan?.includes(page))
		.map((page) => {
			const codes = document.codes[page] ?? [];
			const isOwn =
				codes.some((code) => containsNumber(code, trackingNumber)) || document.pagesWithNumber?.includes(page) === true;
			return { document, codes, isOwn, isUnread: document.unreadPages?.includes(page) === true };
		});
}

/** @returns why the page may belong to another shipment, for the user; empty when it belongs to the shipment */
function doubtAbout(
	{ document, codes, isOwn, isUnread }: Page,
	{ trackingNumber }: LabelledShipment,
	arePieceNumbersPossible: boolean,
	findOtherRecipient: FindOtherRecipient,
): string {
	for (const code of codes) {
		const recipient = containsNumber(code, trackingNumber) ? undefined : findOtherRecipient(code);
		if (recipient !== undefined)
			return t('Its bar code is that of another shipment, to {recipient}.', { recipient: isolateBidi(recipient) });
	}
	if (isOwn || isUnread || trackingNumber === '') return '';
	const parcelCodes = codes.filter((code) => !isRecordCode(code) && !isRoutingCode(code, trackingNumber));
	// Codes of a label in a printer language are read from its commands. A label that is a graphic has none.
	if (codes.length === 0 && document.format !== 'pdf') return '';
	if (parcelCodes.length === 0)
		return t('No bar code with the tracking number {trackingNumber} is on it.', { trackingNumber });
	if (arePieceNumbersPossible) return '';
	return t('Its bar code is {code}, but the tracking number is {trackingNumber}.', {
		code: isolateBidi(parcelCodes[0] ?? ''),
		trackingNumber,
	});
}

/**
 * Holds the labels that may belong to another shipment. A label of several pages is held as a whole.
 * @param documents all documents of the shipment
 * @returns the documents; a held label has the reason in `message`
 */
export function holdForeignLabels(
	documents: readonly NewDocument[],
	shipment: LabelledShipment,
	findOtherRecipient: FindOtherRecipient,
): NewDocument[] {
	const labels = documents.filter(({ kind }) => kind === 'label');
	const pages = labels.flatMap((document) => pagesOf(document, shipment.trackingNumber));
	// The pieces of one shipment may have numbers of their own, beside the page with the number of the shipment.
	const arePieceNumbersPossible =
		shipment.pieces > 1 && pages.length <= shipment.pieces && pages.some(({ isOwn }) => isOwn);
	const countDoubt =
		pages.length > shipment.pieces * MAX_PAGES_PER_PIECE
			? t('It is one of {pages} label pages for {pieces, plural, one {# piece} other {# pieces}}.', {
					pages: pages.length,
					pieces: shipment.pieces,
				})
			: '';
	return documents.map((document) => {
		if (countDoubt !== '' && document.kind === 'label') return { ...document, isHeld: true, message: countDoubt };
		const doubts = pages
			.filter((page) => page.document === document)
			.map((page) => doubtAbout(page, shipment, arePieceNumbersPossible, findOtherRecipient));
		const doubt = doubts.find((text) => text !== '');
		return doubt === undefined ? document : { ...document, isHeld: true, message: doubt };
	});
}

/** The label of a voided shipment is not printed. */
export const voidLabelError = (): AppError =>
	new AppError('document.void', t('The shipment is void: its label is not printed. Book it again for a new label.'));
