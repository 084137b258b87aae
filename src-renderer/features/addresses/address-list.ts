// The address book as a list: filtered, searched and loaded in pages.
import { computed, reactive, ref, shallowRef } from 'vue';
import type { AddressFacets, AddressFilter, SavedAddress } from '../../../src-contract/model/address';
import { call } from '../../lib/bridge';
import { PAGE_SIZE } from '../../ui/page-size';

/** Maximum number of search results. */
export const MAX_FOUND = 300;
/** Value of a filter that matches all entries. */
export const ANY = '*';

export function useAddressList() {
	const text = ref('');
	const selectedFilters = reactive({ book: ANY, countryCode: ANY, tag: ANY, favourites: false });
	/** Undefined while no search text is entered. */
	const searchResults = shallowRef<SavedAddress[]>();
	/** Number of entries that passed the filters at the last load without a search; undefined before. */
	const filteredTotal = ref<number>();
	/** Counts for the whole address book, regardless of the filters: per book, country and tag, favourites and total; and a notice. */
	const facets = ref<AddressFacets>({ books: [], countries: [], tags: [], favourites: 0, total: 0, notice: '' });
	/** First page of the list without a search. It is loaded together with the total. */
	let firstPage: SavedAddress[] = [];
	/** Number of the last load. The answer to an earlier load is ignored. */
	let lastLoad = 0;
	let lastFacetsLoad = 0;

	function currentFilter(): AddressFilter {
		const orNull = (value: string) => (value === ANY ? null : value);
		return {
			book: orNull(selectedFilters.book),
			countryCode: orNull(selectedFilters.countryCode),
			tag: orNull(selectedFilters.tag),
			favourites: selectedFilters.favourites,
		};
	}

	return {
		text,
		selectedFilters,
		searchResults,
		filteredTotal,
		facets,
		currentFilter,
		shownCount: computed(() => searchResults.value?.length ?? filteredTotal.value ?? 0),
		isFiltered: computed(
			() =>
				selectedFilters.book !== ANY ||
				selectedFilters.countryCode !== ANY ||
				selectedFilters.tag !== ANY ||
				selectedFilters.favourites,
		),

		/** Returns a page of rows: of the search results, or of the filtered list if no search text is entered. */
		async loadRows(offset: number, limit: number): Promise<SavedAddress[]> {
			if (searchResults.value) return searchResults.value.slice(offset, offset + limit);
			if (offset === 0) return firstPage;
			const loadBefore = lastLoad;
			const page = await call('addresses.list', { offset, limit, filter: currentFilter() });
			if (lastLoad === loadBefore) filteredTotal.value = page.total;
			return page.rows;
		},

		/**
		 * Loads the list again.
		 * @returns false if a later load has started meanwhile; the answer of this load is then ignored
		 */
		async load(): Promise<boolean> {
			lastLoad += 1;
			const request = lastLoad;
			const searchText = text.value;
			try {
				if (searchText.trim() === '') {
					const { rows, total } = await call('addresses.list', {
						offset: 0,
						limit: PAGE_SIZE,
						filter: currentFilter(),
					});
					if (request !== lastLoad) return false;
					firstPage = rows;
					searchResults.value = undefined;
					filteredTotal.value = total;
				} else {
					const answer = await call('addresses.search', {
						text: searchText,
						limit: MAX_FOUND,
						filter: currentFilter(),
					});
					if (request !== lastLoad) return false;
					searchResults.value = answer;
				}
				return true;
			} catch (error) {
				if (request !== lastLoad) return false;
				throw error;
			}
		},

		/** Loads `facets`. */
		async loadFacets(): Promise<void> {
			lastFacetsLoad += 1;
			const request = lastFacetsLoad;
			const answer = await call('addresses.facets');
			if (request === lastFacetsLoad) facets.value = answer;
		},
	};
}
