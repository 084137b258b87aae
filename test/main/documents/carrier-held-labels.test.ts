// The labels of carriers are those of their shipments: none is held, although many have several codes, pieces and papers. Only a
// return label is: its number is not the one that the service stated.
import { describe, expect, it } from 'vitest';
import { holdForeignLabels } from '../../../src-main/documents/label-ownership';
import { splitDocuments } from '../../../src-main/documents/split';
import { CARRIER_LABEL_NAMES, makeCarrierLabels } from '../../fixtures/carrier-labels';

const NOBODY = () => undefined;
const WITH_RETURN_LABEL = 'canada post 4×6 with a return label';

describe('the label of a carrier', () => {
	it.each(CARRIER_LABEL_NAMES)('is not held for its shipment, but for another one: %s', async (name) => {
		const [label] = await makeCarrierLabels([name]);
		if (!label) throw new Error(`there is no label file named ${name}`);
		const pieces = new Set(label.pages.flatMap(({ areas }) => areas.map(({ piece }) => piece))).size;
		const documents = await splitDocuments(label.bytes, label.trackingNumber, []);
		const held = holdForeignLabels(documents, { trackingNumber: label.trackingNumber, pieces }, NOBODY);
		const messages = held.filter(({ isHeld }) => isHeld).map(({ message }) => message);
		expect(messages).toEqual(
			name === WITH_RETURN_LABEL ? [expect.stringMatching(/^Its bar code is .*, but the tracking number is /)] : [],
		);
		const ofOther = { trackingNumber: '00000000000000OTHER', pieces };
		const labels = holdForeignLabels(await splitDocuments(label.bytes, ofOther.trackingNumber, []), ofOther, NOBODY);
		expect(labels.some(({ kind, isHeld }) => kind === 'label' && isHeld)).toBe(true);
	});
});
