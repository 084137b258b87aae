// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defineComponent, h, KeepAlive, ref } from 'vue';
import VirtualRows from '../../../src-renderer/ui/VirtualRows.vue';
import { flushPromises } from '../../fixtures/bridge';
import { freshPinia, type Mounted, mount, unmountAll } from '../../fixtures/mount';

const TOTAL = 2000;
const HEIGHT_PX = 680;
const isShown = ref(true);
let list: Mounted;

beforeEach(() => {
	// The document of the tests has no layout.
	vi.stubGlobal(
		'ResizeObserver',
		class {
			constructor(private readonly onResize: ResizeObserverCallback) {}
			observe(): void {
				const size = [{ inlineSize: 400, blockSize: HEIGHT_PX }];
				this.onResize(
					[{ contentRect: { width: 400, height: HEIGHT_PX }, contentBoxSize: size } as never],
					this as never,
				);
			}
			unobserve(): void {}
			disconnect(): void {}
		},
	);
	isShown.value = true;
});
afterEach(() => {
	unmountAll();
	document.documentElement.className = '';
	vi.unstubAllGlobals();
});

async function show(): Promise<void> {
	const Rows = defineComponent(
		() => () =>
			h(
				VirtualRows,
				{
					total: TOTAL,
					load: async (offset: number, limit: number) => Array.from({ length: limit }, (_, index) => offset + index),
					columns: [{ title: 'Number', width: '1fr' }],
					label: 'Numbers',
				},
				{ default: ({ row }: { row: number }) => h('span', String(row)) },
			),
	);
	list = mount(freshPinia(), { render: () => h(KeepAlive, () => (isShown.value ? h(Rows) : undefined)) });
	await flushPromises();
}
const box = () => list.find('.overflow-y-auto');
async function scrollTo(top: number): Promise<void> {
	box().scrollTo({ top });
	box().dispatchEvent(new Event('scroll'));
	await flushPromises();
}
const shownNumbers = () => list.findAll('[role=row][tabindex] span').map(({ textContent }) => Number(textContent));
const heights = () => new Set(list.findAll('[role=row][tabindex]').map(({ style }) => style.height));

it.each([
	['', 34, 20],
	['compact', 28, 25],
])('draws the rows of the visible part, in the density "%s"', async (density, rowPx, visibleCount) => {
	document.documentElement.className = density;
	await show();
	expect(heights()).toEqual(new Set([`${rowPx}px`]));
	expect(list.find('[role=rowgroup]').style.height).toBe(`${TOTAL * rowPx}px`);
	await scrollTo(1000 * rowPx);
	// Six more above and below.
	expect([shownNumbers()[0], shownNumbers().at(-1)]).toEqual([1000 - 6, 1000 + visibleCount + 6 - 1]);
	expect(list.findAll('[role=row][tabindex]').find(({ textContent }) => textContent === '1000')?.style.top).toBe(
		`${1000 * rowPx}px`,
	);
});

it('shows the same row first after the density was changed on another screen', async () => {
	await show();
	await scrollTo(1000 * 34);
	isShown.value = false;
	await flushPromises();
	document.documentElement.className = 'compact';
	isShown.value = true;
	await flushPromises();
	expect(heights()).toEqual(new Set(['28px']));
	expect(box().scrollTop).toBe(1000 * 28);
});
