// The address book as a list: filtered, searched and loaded in pages.
import { computed, reactive, ref, shallowRef } from 'vue';
import type { AddressFacets, AddressFilter, SavedAddress } from '../../../src-contract/model/address';
import { call } from '../../lib/bridge';
import { PAGE_SIZE } from '../../ui/page-size';

/** Maximum number of search results. */
export const MAX_FOUND = 300;
/** The kit's select does not support an empty value, so this one stands for "no filter". */
export const ANY = '*';

export function useAddressList() {
	const text = ref('');
	const chosen = reactive({ book: ANY, countryCode: ANY, tag: ANY, favourites: false });
	const found = shallowRef<SavedAddress[]>();
	const total = ref<number>();
	const facets = ref<AddressFacets>({ books: [], countries: [], tags: [], favourites: 0, total: 0, notice: '' });
	/** First page of the unfiltered list. It is loaded together with the total. */
	let top: SavedAddress[] = [];
	/** Counts loads, so that the answer to an earlier load is ignored. */
	let lastLoad = 0;
	let lastFacets = 0;

	function filter(): AddressFilter {
		const orNull = (value: string) => (value === ANY ? null : value);
		return {
			book: orNull(chosen.book),
			countryCode: orNull(chosen.countryCode),
			tag: orNull(chosen.tag),
			favourites: chosen.favourites,
		};
	}

	return {
		text,
		chosen,
		found,
		total,
		facets,
		filter,
		count: computed(() => found.value?.length ?? total.value ?? 0),
		isFiltered: computed(
			() => chosen.book !== ANY || chosen.countryCode !== ANY || chosen.tag !== ANY || chosen.favourites,
		),

		/** Rows of the search result, or of the whole list one page at a time. */
		async rowsFrom(offset: number, limit: number): Promise<SavedAddress[]> {
			if (found.value) return found.value.slice(offset, offset + limit);
			if (offset === 0) return top;
			const load = lastLoad;
			const page = await call('addresses.list', { offset, limit, filter: filter() });
			if (load === lastLoad) total.value = page.total;
			return page.rows;
		},

		/**
		 * Loads the list again.
		 * @returns false if a later load replaced this one
		 */
		async load(): Promise<boolean> {
			lastLoad += 1;
			const request = lastLoad;
			const typed = text.value;
			try {
				if (typed.trim() === '') {
					const { rows, total: all } = await call('addresses.list', { offset: 0, limit: PAGE_SIZE, filter: filter() });
					if (request !== lastLoad) return false;
					top = rows;
					found.value = undefined;
					total.value = all;
				} else {
					const answer = await call('addresses.search', { text: typed, limit: MAX_FOUND, filter: filter() });
					if (request !== lastLoad) return false;
					found.value = answer;
				}
				return true;
			} catch (error) {
				if (request !== lastLoad) return false;
				throw error;
			}
		},

		/** Counts the entries per book, country and tag. */
		async loadFacets(): Promise<void> {
			lastFacets += 1;
			const request = lastFacets;
			const answer = await call('addresses.facets');
			if (request === lastFacets) facets.value = answer;
		},
	};
}
