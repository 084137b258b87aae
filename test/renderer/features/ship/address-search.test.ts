// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import AddressSearch from '../../../../src-renderer/features/ship/AddressSearch.vue';
import { installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, pressKey, typeInto, unmountAll } from '../../../fixtures/mount';
import { savedAddress } from '../../../fixtures/screens';

const max = savedAddress(1, { companyName: 'Muster GmbH' });
const erika = savedAddress(2, { companyName: 'Musterhaus AG' });
const onChoose = vi.fn();
let bridge: TestBridge;
let search: Mounted;
let field: HTMLInputElement;
beforeEach(() => {
	onChoose.mockReset();
	bridge = installBridge();
	search = mount(freshPinia(), AddressSearch, () => ({ label: 'To', onChoose }));
	field = search.find<HTMLInputElement>('input');
});
afterEach(unmountAll);
const shown = () => search.findAll('[role=option] p:first-child').map(({ textContent }) => textContent);

describe('the search for a recipient', () => {
	it('shows matches, which the user chooses with Down and Enter', async () => {
		await typeInto(field, 'muster');
		expect(bridge.pending('addresses.search').input).toMatchObject({ text: 'muster' });
		await bridge.pending('addresses.search').answer([max, erika]);
		expect(shown()).toEqual(['Muster GmbH, Max Muster', 'Musterhaus AG, Max Muster']);
		await pressKey(field, 'ArrowDown');
		await pressKey(field, 'Enter');
		expect(onChoose).toHaveBeenCalledExactlyOnceWith(erika);
		expect(shown()).toEqual([]);
	});

	it('marks the matches, and shows what matches if it is not in the name or address', async () => {
		await typeInto(field, 'muster');
		await bridge
			.pending('addresses.search')
			.answer([
				max,
				savedAddress(3, { companyName: 'Beispiel AG', contactPerson: 'Kim Beispiel', email: 'a@muster.example' }),
			]);
		expect(search.findAll('mark').map(({ textContent }) => textContent)).toEqual(['Muster', 'Muster', 'muster']);
		expect(search.findAll('[role=option]')[1]?.textContent).toContain('a@muster.example');
		expect(search.findAll('[role=option]')[0]?.textContent).not.toContain('@');
	});

	it('ignores the answer to superseded text', async () => {
		await typeInto(field, 'muster');
		await typeInto(field, 'musterh');
		const [first, second] = bridge.callsTo('addresses.search');
		await second?.answer([erika]);
		await first?.answer([max, erika]);
		expect(shown()).toEqual(['Musterhaus AG, Max Muster']);
	});

	it('does not choose from an earlier list when Enter is pressed during a search', async () => {
		await typeInto(field, 'muster');
		await bridge.pending('addresses.search').answer([max, erika]);
		await typeInto(field, 'musterhaus');
		await pressKey(field, 'Enter');
		expect(onChoose).not.toHaveBeenCalled();
		await bridge.pending('addresses.search').answer([erika, max]);
		expect(onChoose).not.toHaveBeenCalled();
		await pressKey(field, 'Enter');
		expect(onChoose).toHaveBeenCalledExactlyOnceWith(erika);
	});

	it('chooses the only match once it is found, when Enter was pressed earlier', async () => {
		await typeInto(field, 'musterh');
		await pressKey(field, 'Enter');
		expect(onChoose).not.toHaveBeenCalled();
		await bridge.pending('addresses.search').answer([erika]);
		expect(onChoose).toHaveBeenCalledExactlyOnceWith(erika);
	});

	it('forgets an early Enter when the user types more', async () => {
		await typeInto(field, 'muster');
		await pressKey(field, 'Enter');
		await typeInto(field, 'musterh');
		const [first, second] = bridge.callsTo('addresses.search');
		await first?.answer([max]);
		await second?.answer([erika]);
		expect(onChoose).not.toHaveBeenCalled();
	});

	it('opens no list after the user moved to another field', async () => {
		await typeInto(field, 'muster');
		const nextField = document.createElement('input');
		document.body.append(nextField);
		nextField.focus();
		await bridge.pending('addresses.search').answer([max]);
		expect(shown()).toEqual([]);
		field.focus();
		await pressKey(field, 'ArrowDown');
		await bridge.pending('addresses.search').answer([max]);
		expect(shown()).toEqual(['Muster GmbH, Max Muster']);
	});

	it('reports when there is no match, and when the search fails', async () => {
		await typeInto(field, 'nobody');
		await bridge.pending('addresses.search').answer([]);
		expect(search.find('[role=status]').textContent).toContain('No matching address.');
		await typeInto(field, 'else');
		await bridge.pending('addresses.search').fail('internal', 'The book cannot be read.');
		expect(search.find('[role=status]').textContent).toContain('The book cannot be read.');
	});
});
