// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_IMPORT_MEGABYTES } from '../../../src-contract/model/address-import';
import { useFileDrop } from '../../../src-renderer/lib/file-drop';
import { flushPromises } from '../../fixtures/bridge';

const onFile = vi.fn();
let drop: ReturnType<typeof useFileDrop>;
beforeEach(() => {
	onFile.mockReset();
	drop = useFileDrop(onFile);
});

const event = (files: unknown[], types = ['Files']) =>
	({ dataTransfer: { files, types }, preventDefault: vi.fn(), currentTarget: document, relatedTarget: null }) as never;
async function dropFiles(...files: unknown[]): Promise<void> {
	drop.dropTarget.onDrop(event(files));
	await flushPromises();
}

describe('a dropped file', () => {
	it('is passed on with its name and content', async () => {
		await dropFiles(new File(['Order;City'], 'orders.csv'));
		expect(onFile).toHaveBeenCalledTimes(1);
		const { name, bytes } = onFile.mock.calls[0]?.[0] ?? {};
		expect([name, new TextDecoder().decode(bytes)]).toEqual(['orders.csv', 'Order;City']);
		expect(drop.error.value).toBe('');
	});

	it('is refused unread when it is too large', async () => {
		const arrayBuffer = vi.fn();
		await dropFiles({ name: 'big.csv', size: MAX_IMPORT_MEGABYTES * 1e6 + 1, arrayBuffer });
		expect(drop.error.value).toBe(`big.csv is larger than ${MAX_IMPORT_MEGABYTES} MB. Split it. Nothing was imported.`);
		expect(arrayBuffer).not.toHaveBeenCalled();
		expect(onFile).not.toHaveBeenCalled();
	});

	it('is refused when it is a folder, or one of several files', async () => {
		await dropFiles({ name: 'folder', size: 4096, arrayBuffer: () => Promise.reject(new Error('it is a folder')) });
		expect(drop.error.value).toBe('The file cannot be read: it is a folder. Nothing was imported.');
		await dropFiles(new File(['1'], '1.csv'), new File(['2'], '2.csv'));
		expect(drop.error.value).toBe('Drop one file at a time. Nothing was imported.');
		expect(onFile).not.toHaveBeenCalled();
	});

	it('marks the element while it is over it, but not for dragged text', () => {
		drop.dropTarget.onDragover(event([], ['text/plain']));
		expect(drop.isOver.value).toBe(false);
		drop.dropTarget.onDragover(event([]));
		expect(drop.isOver.value).toBe(true);
		drop.dropTarget.onDragleave(event([]));
		expect(drop.isOver.value).toBe(false);
	});
});
