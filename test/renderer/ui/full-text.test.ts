// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { showFullText } from '../../../src-renderer/ui/full-text';

function cell(text: string, { scrollWidth }: { scrollWidth: number }): HTMLElement {
	const element = document.createElement('span');
	element.textContent = text;
	Object.defineProperty(element, 'scrollWidth', { value: scrollWidth, configurable: true });
	Object.defineProperty(element, 'clientWidth', { value: 100 });
	element.addEventListener('pointerover', showFullText);
	return element;
}
const pointAt = (element: HTMLElement) => element.dispatchEvent(new PointerEvent('pointerover'));

it('shows the full text of a shortened cell as its title', () => {
	const shortened = cell(' Hanseatische Versandgesellschaft ', { scrollWidth: 180 });
	pointAt(shortened);
	expect(shortened.title).toBe('Hanseatische Versandgesellschaft');
	const complete = cell('Muster', { scrollWidth: 100 });
	pointAt(complete);
	expect(complete.title).toBe('');
});

it('follows the text of a reused row, and keeps a title that the cell has already', () => {
	const reused = cell('First entry', { scrollWidth: 180 });
	pointAt(reused);
	reused.textContent = 'Second';
	pointAt(reused);
	expect(reused.title).toBe('Second');
	Object.defineProperty(reused, 'scrollWidth', { value: 60 });
	pointAt(reused);
	expect(reused.title).toBe('');
	const explained = cell('DE', { scrollWidth: 180 });
	explained.title = 'Germany';
	pointAt(explained);
	expect(explained.title).toBe('Germany');
});
