// What changed in an order that was imported again. Pure.
import { t } from '../../../src-contract/i18n';
import { keysOf } from '../../../src-contract/lib/keys';
import type { OrderDetails } from '../../../src-contract/model/order';
import type { OrderLine } from '../../../src-contract/model/saved-order';
import type { EnteredDraft } from '../../../src-contract/model/shipment-draft';

interface OrderContent {
	draft: EnteredDraft;
	lines: readonly OrderLine[];
}

const quantities = (lines: readonly OrderLine[]): Map<string, { name: string; quantity: number }> => {
	const byItem = new Map<string, { name: string; quantity: number }>();
	for (const { sku, description, quantity } of lines) {
		const key = sku.toLowerCase() || description;
		const before = byItem.get(key)?.quantity ?? 0;
		byItem.set(key, { name: sku || description, quantity: before + quantity });
	}
	return byItem;
};
/** Equal when both are read from the same cells. Dates and printers of a draft are not from the file. */
const contentOf = ({
	from: _from,
	begunAt: _begunAt,
	labelPrinterId: _printer,
	dutiesEur: _duties,
	...draft
}: EnteredDraft) => JSON.stringify(draft);

/** The changes of what the packer has to know. */
export function detailChanges(before: Pick<OrderDetails, 'notes' | 'shipBy'>, after: OrderDetails): string[] {
	const areNotesSame = keysOf(after.notes).every((key) => before.notes[key] === after.notes[key]);
	return [...(areNotesSame ? [] : [t('notes')]), ...(before.shipBy === after.shipBy ? [] : [t('ship-by time')])];
}

/** A draft as its source says it: without the HS codes that this desk has filled in since the import before. */
export const withoutFilledCodes = (draft: EnteredDraft, before: EnteredDraft): EnteredDraft => ({
	...draft,
	contents: draft.contents.map((item, index) =>
		before.contents[index]?.hsCode === '' ? { ...item, hsCode: '' } : item,
	),
});

/** The changes in a few words each; empty when the order is the same. */
export function changesOf(before: OrderContent, after: OrderContent): string[] {
	const changes: string[] = [];
	if (JSON.stringify(before.draft.to) !== JSON.stringify(after.draft.to)) changes.push(t('address'));
	const [oldQuantities, newQuantities] = [quantities(before.lines), quantities(after.lines)];
	for (const [key, { name, quantity }] of newQuantities) {
		const previous = oldQuantities.get(key)?.quantity ?? 0;
		if (previous !== quantity)
			changes.push(t('{name}: {before} → {after}', { name, before: previous, after: quantity }));
	}
	for (const [key, { name, quantity }] of oldQuantities)
		if (!newQuantities.has(key)) changes.push(t('{name}: {before} → {after}', { name, before: quantity, after: 0 }));
	if (changes.length === 0 && contentOf(before.draft) !== contentOf(after.draft)) changes.push(t('other details'));
	return changes;
}
