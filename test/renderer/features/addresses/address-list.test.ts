import { beforeEach, describe, expect, it } from 'vitest';
import { ANY, MAX_FOUND, useAddressList } from '../../../../src-renderer/features/addresses/address-list';
import { PAGE_SIZE } from '../../../../src-renderer/ui/page-size';
import { installBridge, type TestBridge } from '../../../fixtures/bridge';
import { savedAddress } from '../../../fixtures/screens';

const addresses = (from: number, count: number) => Array.from({ length: count }, (_, at) => savedAddress(from + at));
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);

let bridge: TestBridge;
let list: ReturnType<typeof useAddressList>;
beforeEach(() => {
	bridge = installBridge();
	list = useAddressList();
});

describe('the address book as a list', () => {
	it('is loaded in pages; the first page has the total number', async () => {
		const loaded = list.load();
		expect(bridge.pending('addresses.list').input).toMatchObject({ offset: 0, limit: PAGE_SIZE });
		await bridge.pending('addresses.list').answer({ rows: addresses(1, PAGE_SIZE), total: 250 });
		expect(await loaded).toBe(true);
		expect(list.shownCount.value).toBe(250);
		expect(ids(await list.loadRows(0, PAGE_SIZE))).toEqual(ids(addresses(1, PAGE_SIZE)));
		expect(bridge.callsTo('addresses.list')).toHaveLength(1);
		const second = list.loadRows(PAGE_SIZE, PAGE_SIZE);
		expect(bridge.pending('addresses.list').input).toMatchObject({ offset: PAGE_SIZE });
		await bridge.pending('addresses.list').answer({ rows: addresses(101, PAGE_SIZE), total: 251 });
		expect(ids(await second)[0]).toBe(101);
		expect(list.shownCount.value).toBe(251);
	});

	it('shows search results without loading pages', async () => {
		list.text.value = 'muster';
		const loaded = list.load();
		expect(bridge.pending('addresses.search').input).toMatchObject({ text: 'muster', limit: MAX_FOUND });
		await bridge.pending('addresses.search').answer(addresses(1, 3));
		expect(await loaded).toBe(true);
		expect(list.shownCount.value).toBe(3);
		expect(ids(await list.loadRows(1, 1))).toEqual([2]);
		expect(bridge.callsTo('addresses.list')).toHaveLength(0);
	});

	it('shows the last search, even when an earlier answer arrives later', async () => {
		list.text.value = 'mus';
		const first = list.load();
		list.text.value = 'muster';
		const second = list.load();
		const [slow, fast] = bridge.callsTo('addresses.search');
		await fast?.answer(addresses(2, 1));
		await slow?.answer(addresses(1, 300));
		expect(await second).toBe(true);
		expect(await first).toBe(false);
		expect(ids(list.searchResults.value ?? [])).toEqual([2]);
	});

	it('shows the last filter, even when an earlier answer arrives later', async () => {
		list.selectedFilters.countryCode = 'DE';
		const first = list.load();
		list.selectedFilters.countryCode = 'NL';
		const second = list.load();
		const [german, dutch] = bridge.callsTo('addresses.list');
		expect(dutch?.input.filter).toMatchObject({ countryCode: 'NL', book: null });
		await dutch?.answer({ rows: addresses(2, 1), total: 1 });
		await german?.answer({ rows: addresses(1, 1), total: 70 });
		expect(await second).toBe(true);
		expect(await first).toBe(false);
		expect(list.filteredTotal.value).toBe(1);
		expect(ids(await list.loadRows(0, PAGE_SIZE))).toEqual([2]);
	});

	it('keeps its count when a page of an earlier filter arrives late', async () => {
		void list.load();
		await bridge.pending('addresses.list').answer({ rows: addresses(1, PAGE_SIZE), total: 250 });
		const page = list.loadRows(PAGE_SIZE, PAGE_SIZE);
		list.selectedFilters.favourites = true;
		void list.load();
		const [, late, fresh] = bridge.callsTo('addresses.list');
		await fresh?.answer({ rows: addresses(5, 2), total: 2 });
		await late?.answer({ rows: addresses(101, PAGE_SIZE), total: 250 });
		await page;
		expect(list.shownCount.value).toBe(2);
	});

	it('reports only the error of the last load', async () => {
		list.text.value = 'mus';
		const first = list.load();
		list.text.value = 'muster';
		const second = list.load();
		const [slow, fast] = bridge.callsTo('addresses.search');
		await slow?.fail('internal', 'The search took too long.');
		expect(await first).toBe(false);
		const error = second.catch((caught: Error) => caught.message);
		await fast?.fail('internal', 'The book cannot be read.');
		expect(await error).toBe('The book cannot be read.');
	});

	it('returns to the whole list when the search is emptied', async () => {
		list.text.value = 'muster';
		void list.load();
		await bridge.pending('addresses.search').answer(addresses(1, 3));
		expect(list.shownCount.value).toBe(3);
		list.text.value = ' ';
		void list.load();
		await bridge.pending('addresses.list').answer({ rows: addresses(1, 100), total: 250 });
		expect(list.searchResults.value).toBeUndefined();
		expect(list.shownCount.value).toBe(250);
	});

	it('reports whether it is filtered', () => {
		expect(list.isFiltered.value).toBe(false);
		list.selectedFilters.tag = 'regular';
		expect(list.isFiltered.value).toBe(true);
		expect(list.currentFilter()).toEqual({ book: null, countryCode: null, tag: 'regular', favourites: false });
		list.selectedFilters.tag = ANY;
		expect(list.isFiltered.value).toBe(false);
	});

	it('shows the facets that were requested last', async () => {
		const facets = (total: number) => ({ books: [], countries: [], tags: [], favourites: 0, total, notice: '' });
		void list.loadFacets();
		void list.loadFacets();
		const [first, second] = bridge.callsTo('addresses.facets');
		await second?.answer(facets(2));
		await first?.answer(facets(1));
		expect(list.facets.value.total).toBe(2);
	});
});
