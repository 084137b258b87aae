// Shows a list beside its field, above everything else on the page.
import { onScopeDispose, type Ref, watch } from 'vue';

/** Distance from the field and from the edges of the window, in pixels. */
const GAP_PX = 4;

/** Places the popup under the anchor, or above it if there is more space. */
function placePopup(anchor: HTMLElement, popup: HTMLElement): void {
	const { top, bottom, left, width } = anchor.getBoundingClientRect();
	const spaceBelow = window.innerHeight - bottom - 2 * GAP_PX;
	const spaceAbove = top - 2 * GAP_PX;
	const { style } = popup;
	style.minWidth = `${width}px`;
	style.setProperty('--popup-space', `${Math.max(spaceBelow, spaceAbove)}px`);
	const opensUp = popup.offsetHeight > spaceBelow && spaceAbove > spaceBelow;
	style.top = opensUp ? 'auto' : `${bottom + GAP_PX}px`;
	style.bottom = opensUp ? `${window.innerHeight - top + GAP_PX}px` : 'auto';
	style.left = `${Math.max(GAP_PX, Math.min(left, window.innerWidth - popup.offsetWidth - GAP_PX))}px`;
}

/**
 * Shows an element with the attribute `popover="manual"` while it is mounted. In the top layer of the browser, no scrolling part
 * of the screen clips it.
 */
export function usePopup(anchor: Ref<HTMLElement | undefined>, popup: Ref<HTMLElement | undefined>): { place(): void } {
	function place(): void {
		if (anchor.value && popup.value) placePopup(anchor.value, popup.value);
	}
	function stop(): void {
		window.removeEventListener('resize', place);
		window.removeEventListener('scroll', place, { capture: true });
	}
	watch(
		popup,
		(element) => {
			stop();
			if (!element) return;
			element.showPopover();
			place();
			window.addEventListener('resize', place);
			window.addEventListener('scroll', place, { capture: true, passive: true });
		},
		{ flush: 'post' },
	);
	onScopeDispose(stop);
	return { place };
}
