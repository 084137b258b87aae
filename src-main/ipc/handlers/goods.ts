// IPC handlers of goods and HS codes.
import type { goodsApi } from '../../../src-contract/api/goods';
import type { HandlersOf } from '../../../src-contract/api/method';
import type { Goods } from '../../shipments/goods-codes';

export interface GoodsServices {
	goods: Goods;
}

export const goodsHandlers = ({ goods }: GoodsServices) =>
	({
		'goods.suggest': ({ description }) => goods.suggest(description),
		'goods.describe': ({ code }) => goods.describe(code),
		'goods.remember': ({ description, code }) => goods.remember(description, code),
		'goods.restrictions': ({ items, ...route }) => goods.restrictions(route, items),
	}) satisfies HandlersOf<typeof goodsApi>;
