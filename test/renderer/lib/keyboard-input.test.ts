// @vitest-environment happy-dom
// Typed text presses nothing.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTypingGuard } from '../../../src-renderer/lib/keyboard-input';

let button: HTMLButtonElement;
let field: HTMLInputElement;
const guard = (event: KeyboardEvent) => currentGuard(event);
let currentGuard = createTypingGuard();
let nowMs = 10_000;
beforeEach(() => {
	currentGuard = createTypingGuard();
	document.body.innerHTML = '<button>Book</button><input>';
	button = document.querySelector('button') as HTMLButtonElement;
	field = document.querySelector('input') as HTMLInputElement;
	document.addEventListener('keydown', guard, { capture: true });
});
afterEach(() => document.removeEventListener('keydown', guard, { capture: true }));

/** Types keys with a pause between them. @returns the keys that reached the element as presses */
function type(
	keys: readonly string[],
	pauseMs: number,
	target: HTMLElement = button,
	init: KeyboardEventInit = {},
): string[] {
	return keys.filter((key) => {
		nowMs += pauseMs;
		const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
		Object.defineProperty(event, 'timeStamp', { value: nowMs });
		target.dispatchEvent(event);
		return !event.defaultPrevented && (key === ' ' || key === 'Enter');
	});
}

describe('a text that is typed while a button has the focus', () => {
	it('presses nothing, neither with its spaces nor with Enter', () => {
		expect(type([...'32x24x3 0.2', 'Enter'], 150)).toEqual([]);
		expect(type([...'Cotton  shirts', ' ', 'Enter'], 400)).toEqual([]);
	});

	it('does not keep a later press from working', () => {
		expect(type(['x', 'Enter'], 1200)).toEqual(['Enter']);
		expect(type(['Enter', ' '], 0)).toEqual(['Enter', ' ']);
	});
});

it('leaves fields and combinations of keys alone', () => {
	expect(type([...'a b', 'Enter'], 100, field)).toEqual([' ', 'Enter']);
	// Enter after a field was filled in moves on; the next Enter on the button is meant.
	type(['5', 'Enter'], 100, field);
	expect(type(['Enter'], 100)).toEqual(['Enter']);
	type(['x'], 100);
	expect(type(['Enter'], 100, button, { ctrlKey: true })).toEqual(['Enter']);
});
