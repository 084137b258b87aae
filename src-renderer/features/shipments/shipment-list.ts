// Loads the list of shipments: the sums of its days first, then the items that are shown.
import { computed, ref, shallowRef } from 'vue';
import {
	MAX_SELECTED_SHIPMENTS,
	type ShipmentDay,
	type ShipmentFilter,
	type ShipmentSort,
} from '../../../src-contract/model/shipment';
import { call } from '../../lib/bridge';
import { filterOfRange, groupDays, itemsOf, type ListItem, rangeOf, totalOf } from './day-groups';

/** @param currentFilter the filter as the user entered it */
export function useShipmentList(currentFilter: () => ShipmentFilter) {
	/** Newest first; undefined until they are loaded. */
	const days = shallowRef<ShipmentDay[]>();
	const sort = ref<ShipmentSort>({ by: 'created', isDescending: true });
	/** The filter that `days` was loaded with. */
	let filter = currentFilter();
	let lastRequest = 0;

	/** Only the order by time is grouped by day. */
	const groups = computed(() => {
		if (sort.value.by !== 'created' || !days.value) return [];
		return groupDays(sort.value.isDescending ? days.value : [...days.value].reverse());
	});
	const total = computed(() => days.value && totalOf(days.value));
	/** Length of the list, with the headings of its days. */
	const itemCount = computed(() => (total.value?.shipments ?? 0) + groups.value.length);

	/** Loads the sums of the days. @returns false when a later request has replaced this one */
	async function loadDays(): Promise<boolean> {
		lastRequest += 1;
		const request = lastRequest;
		const requestFilter = currentFilter();
		const answer = await call('shipments.days', { filter: requestFilter });
		if (request !== lastRequest) return false;
		filter = requestFilter;
		days.value = answer;
		return true;
	}

	async function loadItems(start: number, length: number): Promise<ListItem[]> {
		if (sort.value.by !== 'created') {
			const shipments = await call('shipments.rows', { filter, sort: sort.value, offset: start, limit: length });
			return shipments.map((shipment) => ({ shipment }));
		}
		const range = rangeOf(groups.value, start, length);
		if (!range) return [];
		const { offset, limit } = range;
		const shipments =
			limit === 0
				? []
				: await call('shipments.rows', { filter: filterOfRange(filter, range), sort: sort.value, offset, limit });
		return itemsOf(range, start, shipments);
	}

	/** Ids of the first shipments of the list in its order, at most as many as can be selected. */
	const firstIds = async (): Promise<number[]> =>
		(await call('shipments.rows', { filter, sort: sort.value, offset: 0, limit: MAX_SELECTED_SHIPMENTS })).map(
			({ id }) => id,
		);

	/** Sorts by a column. Sorting again by the same column reverses the order. */
	function sortBy(by: ShipmentSort['by']): void {
		const isSame = sort.value.by === by;
		sort.value = { by, isDescending: isSame ? !sort.value.isDescending : by === 'created' || by === 'price' };
	}

	return { days, total, itemCount, sort, loadDays, loadItems, firstIds, sortBy };
}
export type ShipmentList = ReturnType<typeof useShipmentList>;
