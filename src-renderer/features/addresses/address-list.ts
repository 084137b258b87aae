// The address book as a list: narrowed, searched, and fetched a page at a time.
import { computed, reactive, ref, shallowRef } from 'vue';
import type { AddressFacets, AddressFilter, SavedAddress } from '../../../src-contract/model/address';
import { call } from '../../lib/bridge';
import { PAGE_SIZE } from '../../ui/page-size';

/** Of those that fit what was typed, the best. */
export const MAX_FOUND = 300;
/** A select knows no empty value. */
export const ANY = '*';

export function useAddressList() {
	const text = ref('');
	const chosen = reactive({ book: ANY, countryCode: ANY, tag: ANY, favourites: false });
	const found = shallowRef<SavedAddress[]>();
	const total = ref<number>();
	const facets = ref<AddressFacets>({ books: [], countries: [], tags: [], favourites: 0, total: 0, notice: '' });
	/** Of the whole list, its first page: it came with the number of all. */
	let top: SavedAddress[] = [];
	/** Counts the loads: an answer to an earlier one is not shown. */
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
		isNarrowed: computed(
			() => chosen.book !== ANY || chosen.countryCode !== ANY || chosen.tag !== ANY || chosen.favourites,
		),

		/** What was typed is found as a whole; nothing typed: the list, a page at a time. */
		async rowsFrom(offset: number, limit: number): Promise<SavedAddress[]> {
			if (found.value) return found.value.slice(offset, offset + limit);
			if (offset === 0) return top;
			const load = lastLoad;
			const page = await call('addresses.list', { offset, limit, filter: filter() });
			if (load === lastLoad) total.value = page.total;
			return page.rows;
		},

		/** Loads the list again. @returns false if it was loaded again meanwhile, with other words or another filter */
		async load(): Promise<boolean> {
			lastLoad += 1;
			const mine = lastLoad;
			const typed = text.value;
			try {
				if (typed.trim() === '') {
					const { rows, total: all } = await call('addresses.list', { offset: 0, limit: PAGE_SIZE, filter: filter() });
					if (mine !== lastLoad) return false;
					top = rows;
					found.value = undefined;
					total.value = all;
				} else {
					const answer = await call('addresses.search', { text: typed, limit: MAX_FOUND, filter: filter() });
					if (mine !== lastLoad) return false;
					found.value = answer;
				}
				return true;
			} catch (error) {
				if (mine !== lastLoad) return false;
				throw error;
			}
		},

		/** Counts anew what it can be narrowed by. */
		async loadFacets(): Promise<void> {
			lastFacets += 1;
			const mine = lastFacets;
			const answer = await call('addresses.facets');
			if (mine === lastFacets) facets.value = answer;
		},
	};
}
