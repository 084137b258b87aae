// Loads the list of orders: its filter, its order, its length, and the values to filter by.
import { computed, reactive, ref, shallowRef } from 'vue';
import {
	type CombinableOrders,
	MAX_SELECTED_ORDERS,
	type OrderFacets,
	type OrderFilter,
	type OrderSort,
	type OrderSummary,
} from '../../../src-contract/model/saved-order';
import { call } from '../../lib/bridge';

/** The screen opens with the orders that wait to be packed. */
export const defaultFilter = (): OrderFilter => ({ text: '', state: 'open', countryCode: '', tag: '', carrier: '' });
export const emptyFilter = (): OrderFilter => ({ ...defaultFilter(), state: null });

export function useOrderList() {
	const filter = reactive(defaultFilter());
	const sort = ref<OrderSort>({ by: 'shipBy', isDescending: false });
	/** Number of orders that match the filter; undefined before the first load. */
	const total = ref<number>();
	const facets = shallowRef<OrderFacets>();
	const combinable = shallowRef<CombinableOrders[]>([]);
	let lastRequest = 0;

	/** True if the filter leaves out orders, apart from its state. */
	const isFiltered = computed(() => Boolean(filter.text || filter.countryCode || filter.tag || filter.carrier));

	/** Requests a page of the list. `isLatest` tells afterwards whether the page belongs to the latest request. */
	function requestPage(offset: number, limit: number) {
		lastRequest += 1;
		const request = lastRequest;
		const page = call('orders.list', { filter: { ...filter }, sort: sort.value, offset, limit });
		return { page, isLatest: () => request === lastRequest };
	}
	async function loadRows(offset: number, limit: number): Promise<OrderSummary[]> {
		const { page, isLatest } = requestPage(offset, limit);
		const { orders, total: newTotal } = await page;
		if (isLatest()) total.value = newTotal;
		return orders;
	}
	/** Loads everything but the rows, which the table loads. It changes at once, so that nothing on the screen moves twice. */
	async function load(): Promise<void> {
		const { page, isLatest } = requestPage(0, 1);
		const [newFacets, groups, { total: newTotal }] = await Promise.all([
			call('orders.facets'),
			call('orders.combinable'),
			page,
		]);
		facets.value = newFacets;
		combinable.value = groups;
		if (isLatest()) total.value = newTotal;
	}
	/** Loads the length of the list, after a change of the filter. */
	async function loadTotal(): Promise<void> {
		await loadRows(0, 1);
	}
	/** Ids of the first orders of the list, at most as many as can be selected. */
	const firstIds = async (): Promise<number[]> => (await loadRows(0, MAX_SELECTED_ORDERS)).map(({ id }) => id);

	/** Sorts by a column. Sorting again by the same column reverses the order. */
	function sortBy(by: OrderSort['by']): void {
		sort.value = { by, isDescending: sort.value.by === by && !sort.value.isDescending };
	}
	return { filter, sort, total, facets, combinable, isFiltered, load, loadTotal, loadRows, firstIds, sortBy };
}
export type OrderList = ReturnType<typeof useOrderList>;
