// The size of an element of a screen that stays mounted while another screen is shown.
import { useResizeObserver } from '@vueuse/core';
import { type Ref, ref } from 'vue';

/**
 * Width and height of the content of an element, in pixels; 0 before it was shown. While the element is hidden, its last size is
 * kept: the screen then need not be drawn again when it returns. Reading the size never computes the layout of the page.
 */
export function useShownSize(element: Readonly<Ref<HTMLElement | null | undefined>>) {
	const width = ref(0);
	const height = ref(0);
	useResizeObserver(element, ([entry]) => {
		if (!entry || (entry.contentRect.width === 0 && entry.contentRect.height === 0)) return;
		width.value = entry.contentRect.width;
		height.value = entry.contentRect.height;
	});
	return { width, height };
}
