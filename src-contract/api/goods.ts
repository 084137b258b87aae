// IPC methods of customs (HS) codes for goods.
import * as z from 'zod';
import type { GoodsSuggestion, RememberedCode } from '../model/goods';
import type { GoodsRestriction } from '../model/goods-restrictions';
import { hsCodeSchema } from '../model/trade-terms';
import { method } from './method';
import { quoteLocation } from './rates';

const goodsDescription = z.string().trim().min(1).max(200);

export const goodsApi = {
	'goods.suggest': method<GoodsSuggestion>()(z.object({ description: goodsDescription })),
	/** Description of an HS code; null when the nomenclature does not contain it. */
	'goods.describe': method<string | null>()(z.object({ code: hsCodeSchema })),
	/** Remembers the code that the user chose for a description. */
	'goods.remember': method<RememberedCode>()(z.object({ description: goodsDescription, code: hsCodeSchema })),
	/**
	 * What the destination prohibits or restricts; null when it could not be checked. Goods without a code are classified by their
	 * description.
	 */
	'goods.restrictions': method<GoodsRestriction[] | null>()(
		z.object({
			from: quoteLocation,
			to: quoteLocation,
			items: z.array(z.object({ description: z.string().max(200), hsCode: z.string().max(20) })).max(100),
		}),
	),
} as const;
