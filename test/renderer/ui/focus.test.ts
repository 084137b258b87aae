// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { focusEmptyField, focusNextEmptyField, focusNextField, keepFocus } from '../../../src-renderer/ui/focus';
import { flushPromises } from '../../fixtures/bridge';

const element = (id: string): HTMLElement => {
	const found = document.getElementById(id);
	if (!found) throw new Error(`no element ${id}`);
	return found;
};
const focusedId = (): string => document.activeElement?.id ?? '';

let stop = () => {};
beforeEach(() => {
	document.body.innerHTML = `
		<nav><a id="link" href="#">Ship</a></nav>
		<main id="main">
			<section id="contents">
				<input id="item1" value="Shirts"><button id="remove1">Remove</button>
				<input id="item2" value=""><button id="remove2">Remove</button>
			</section>
			<section id="options"><input id="reference" value="A-1"><button id="book">Book</button></section>
		</main>`;
	stop = keepFocus();
});
afterEach(() => {
	stop();
	document.body.replaceChildren();
});

describe('the next field', () => {
	it('is the next input, not a button', () => {
		focusNextField(element('item1'));
		expect(focusedId()).toBe('item2');
		focusNextField(element('item2'));
		expect(focusedId()).toBe('reference');
	});

	it('is outside of the part that was filled in, and empty if there is an empty one', () => {
		focusNextField(element('contents'));
		expect(focusedId()).toBe('reference');
		element('options').insertAdjacentHTML('beforeend', '<input id="vat" value="">');
		focusNextEmptyField(element('contents'));
		expect(focusedId()).toBe('vat');
	});

	it('of a new line is its first empty field', () => {
		focusEmptyField(element('contents'));
		expect(focusedId()).toBe('item2');
	});

	it('is never a field that cannot be used', () => {
		element('item2').setAttribute('disabled', '');
		focusNextField(element('item1'));
		expect(focusedId()).toBe('reference');
	});
});

describe('the focus after the focused element disappears', () => {
	it('goes to the next element in the same part of the screen', async () => {
		element('remove1').focus();
		element('remove1').remove();
		await flushPromises();
		expect(focusedId()).toBe('item2');
	});

	it('goes to the element before it if there is none after it', async () => {
		element('remove2').focus();
		element('item2').remove();
		element('remove2').remove();
		await flushPromises();
		expect(focusedId()).toBe('remove1');
	});

	it('goes back to the element that opened a closed panel', async () => {
		element('book').focus();
		element('main').insertAdjacentHTML('beforeend', '<aside id="panel"><button id="close">Close</button></aside>');
		element('close').focus();
		element('panel').remove();
		await flushPromises();
		expect(focusedId()).toBe('book');
	});

	it('goes to the heading of the new screen, even if that appears later', async () => {
		element('link').focus();
		element('reference').focus();
		element('main').remove();
		await flushPromises();
		document.body.insertAdjacentHTML('beforeend', '<main><h1 id="heading">Duties</h1><button>Copy</button></main>');
		await flushPromises();
		expect(focusedId()).toBe('heading');
	});

	it('comes back to a button that was disabled while its action ran', async () => {
		element('book').focus();
		element('book').setAttribute('disabled', '');
		element('book').blur();
		await flushPromises();
		expect(document.activeElement).toBe(document.body);
		element('book').removeAttribute('disabled');
		await flushPromises();
		expect(focusedId()).toBe('book');
	});

	it('stays lost if the user had left the element', async () => {
		element('reference').focus();
		element('reference').blur();
		await flushPromises();
		element('reference').remove();
		await flushPromises();
		expect(document.activeElement).toBe(document.body);
	});
});
