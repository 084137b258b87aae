// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { pastedBlock } from '../../../src-renderer/lib/pasted-block';

const paste = (text: string): string | undefined => {
	const event = { target: document.createElement('input'), clipboardData: { getData: () => text } };
	return pastedBlock(event as unknown as ClipboardEvent);
};

it.each([
	['Sample Ltd\n1 Sample Road', true],
	['Sample Ltd, 1 Sample Road, Leeds, LS1 9ZZ', true],
	['Jane Sample, 22 Sample St, Boston MA 02110', true],
	['Sample Ltd', false],
	['Flat 2, 12 Sample Street, Block C', false],
	['Sample, Jane', false],
	['+49 30 1234567', false],
	['Sample Ltd\n', false],
])('%j is a whole address: %s', (text, expected) => {
	expect(paste(text) !== undefined).toBe(expected);
});
