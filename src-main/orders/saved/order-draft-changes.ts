// Changes of an order's shipment draft: pieces that are missing, and orders that are combined. Pure.
import type { OrderLine } from '../../../src-contract/model/saved-order';
import type { EnteredDraft } from '../../../src-contract/model/shipment-draft';

export interface OrderContent {
	draft: EnteredDraft;
	lines: OrderLine[];
}

/** Takes pieces off the contents of a line, from its last goods. */
function takeOff(contents: EnteredDraft['contents'], indexes: readonly number[], count: number): void {
	let left = count;
	for (const index of [...indexes].reverse()) {
		const content = contents[index];
		if (!content || left === 0) continue;
		const taken = Math.min(left, content.quantity ?? 0);
		content.quantity = (content.quantity ?? 0) - taken;
		left -= taken;
	}
}

/**
 * The order with the pieces that are there: the others are on no paper.
 * @param packedQuantities pieces packed of each line
 */
export function withPackedQuantities(
	{ draft, lines }: OrderContent,
	packedQuantities: readonly number[],
): OrderContent {
	const contents = draft.contents.map((content) => ({ ...content }));
	const packedLines = lines.map((line, index) => {
		if (!line.isGoods) return line;
		const packed = Math.min(line.quantity, packedQuantities[index] ?? 0);
		takeOff(contents, line.contentIndexes, line.quantity - packed);
		return { ...line, quantity: packed };
	});
	const keptIndexes = contents.flatMap(({ quantity }, index) => (quantity === 0 ? [] : [index]));
	return {
		draft: { ...draft, contents: keptIndexes.flatMap((index) => contents[index] ?? []) },
		lines: packedLines
			.filter(({ isGoods, quantity }) => !isGoods || quantity > 0)
			.map((line) => ({
				...line,
				contentIndexes: line.contentIndexes.map((index) => keptIndexes.indexOf(index)).filter((index) => index >= 0),
			})),
	};
}

/** One order of several to the same recipient, in the parcel of the first with the weights of all. */
export function combined(orders: readonly OrderContent[]): OrderContent | undefined {
	const [first] = orders;
	if (!first) return undefined;
	const [parcel] = first.draft.parcels;
	const weights = orders.map(({ draft }) => draft.parcels[0]?.weightKg);
	const isKnown = weights.every((weight) => weight !== undefined);
	const weightKg = isKnown
		? Number(weights.reduce<number>((sum, weight) => sum + (weight ?? 0), 0).toFixed(3))
		: undefined;
	const contents: EnteredDraft['contents'] = [];
	const lines: OrderLine[] = [];
	for (const order of orders) {
		const firstIndex = contents.length;
		contents.push(...order.draft.contents);
		lines.push(
			...order.lines.map((line) => ({
				...line,
				contentIndexes: line.contentIndexes.map((index) => firstIndex + index),
			})),
		);
	}
	const parcels = parcel ? [{ ...parcel, count: 1, weightKg }] : first.draft.parcels;
	return { draft: { ...first.draft, parcels, contents }, lines };
}
