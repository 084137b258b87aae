// Finds the goods of a consignment that the destination prohibits or restricts (resources/duties/restrictions.csv). Pure.
import {
	type CheckedGoods,
	type GoodsRestriction,
	RESTRICTED_GOODS,
} from '../../src-contract/model/goods-restrictions';
import { type RouteLocation, territoryOf } from '../../src-contract/rules/customs-territory';
import { normalizeForMatching } from '../../src-contract/rules/place-matching';
import { stemsOf } from '../classification/goods-words';
import type { Restriction } from './table-rows';
import { isInForce } from './tables';

/** The stems of a text, each between spaces: "vapes" and "vape" have the same. */
const stemText = (text: string) => ` ${stemsOf(text).join(' ')} `;

/**
 * The restrictions of each item, those that prohibit first. A row about the destination replaces the rows for all destinations about
 * the same kind of goods. None within one customs territory.
 * @param items with the code of each: entered, or found from the description; without a code, an item has no restrictions
 * @param onDate ISO date
 */
export function findRestrictions(
	rows: readonly Restriction[],
	from: RouteLocation,
	to: RouteLocation,
	items: readonly CheckedGoods[],
	onDate: string,
): GoodsRestriction[] {
	const origin = territoryOf(from);
	const destination = territoryOf({ ...to, zipcode: normalizeForMatching(to.zipcode) });
	if (origin.customs === destination.customs) return [];
	const dispatchKeys = [origin.code, origin.customs, '*'];
	const destinationKeys = [destination.code, destination.customs];
	const applicable = rows.filter(
		(row) =>
			[...destinationKeys, '*'].includes(row.territory) &&
			row.dispatch.some((key) => dispatchKeys.includes(key)) &&
			isInForce(row, onDate),
	);
	return items.flatMap(({ description, hsCode }, item) => {
		if (hsCode === '') return [];
		const text = stemText(description);
		const matching = applicable.filter(
			(row) =>
				row.codes(hsCode) !== undefined &&
				row.except_codes(hsCode) === undefined &&
				(row.words.length === 0 || row.words.some((phrase) => text.includes(stemText(phrase)))),
		);
		const isReplaced = (row: Restriction) =>
			row.territory === '*' && matching.some((other) => other.territory !== '*' && other.goods === row.goods);
		return matching
			.filter((row) => !isReplaced(row))
			.map(
				({ kind, goods, rule, source }): GoodsRestriction => ({
					item,
					isProhibited: kind === 'prohibited',
					goods,
					rule,
					territory: destination.code,
					source,
				}),
			)
			.sort(
				(a, b) =>
					Number(b.isProhibited) - Number(a.isProhibited) ||
					RESTRICTED_GOODS.indexOf(a.goods) - RESTRICTED_GOODS.indexOf(b.goods),
			);
	});
}
