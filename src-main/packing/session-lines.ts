// What has to be scanned for an order: its lines, with kits replaced by their parts where the kit says so. Pure.
import type { SavedItem } from '../../src-contract/model/item';
import type { OrderLine } from '../../src-contract/model/saved-order';
import type { SessionLine } from './pack-session';

/** Kits within kits are followed so deep; a kit that contains itself is then scanned as one item. */
const MAX_KIT_DEPTH = 4;

interface Wanted {
	sku: string;
	name: string;
	quantity: number;
	perPiece: number;
	kitName: string;
}

/** What boxes and weights need to know of an item. */
export const factsOf = (item: SavedItem | undefined): Pick<SessionLine, 'weightKg' | 'sizeCm'> => ({
	weightKg: item?.weightKg ?? null,
	sizeCm: item?.lengthCm && item.widthCm && item.heightCm ? [item.lengthCm, item.widthCm, item.heightCm] : null,
});

/** @param findItem undefined when the catalogue does not have the SKU */
export function sessionLines(
	lines: readonly OrderLine[],
	findItem: (sku: string) => SavedItem | undefined,
	hasPicture: (itemId: number) => boolean,
): SessionLine[] {
	function expand(wanted: Wanted, orderLine: number, isGoods: boolean, depth: number): SessionLine[] {
		const item = wanted.sku === '' ? undefined : findItem(wanted.sku);
		if (item && item.parts.length > 0 && item.isScannedByParts && depth < MAX_KIT_DEPTH)
			return item.parts.flatMap((part) =>
				expand(
					{
						sku: part.sku,
						name: part.sku,
						quantity: wanted.quantity * part.quantity,
						perPiece: wanted.perPiece * part.quantity,
						kitName: item.name || item.sku,
					},
					orderLine,
					isGoods,
					depth + 1,
				),
			);
		return [
			{
				orderLine,
				perPiece: wanted.perPiece,
				itemId: item?.id ?? null,
				sku: wanted.sku,
				name: item?.name || wanted.name,
				kitName: wanted.kitName,
				wanted: wanted.quantity,
				isGoods: isGoods && !item?.flags.includes('isNotGoods'),
				flags: item?.flags ?? [],
				packingNote: item?.packingNote ?? '',
				hasCode: (item?.codes.length ?? 0) > 0,
				hasPicture: item !== undefined && hasPicture(item.id),
				...factsOf(item),
			},
		];
	}
	return lines.flatMap(({ sku, description, quantity, isGoods }, index) =>
		expand({ sku, name: description, quantity, perPiece: 1, kitName: '' }, index, isGoods, 0),
	);
}
