// How the Shipments screen uses its width: the panel beside the list or over it, and what of the list fits.
import { computed, type Ref } from 'vue';
import { useShownSize } from '../../ui/shown-size';

/** Below this width of the screen, the panel covers the list. */
const MIN_BESIDE_REM = 60;
/** Below this width of the list, its filters are behind a button. */
const MIN_FILTERS_REM = 42;

/** @param screen the whole screen @param listSide its part with the list */
export function useShipmentLayout(screen: Ref<HTMLElement | null>, listSide: Ref<HTMLElement | null>) {
	const { width: screenPx } = useShownSize(screen);
	const { width: listPx } = useShownSize(listSide);
	const toRem = (px: number) => px / (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
	const listRem = computed(() => toRem(listPx.value));
	return {
		/** 0 while not known. */
		listRem,
		isNarrow: computed(() => screenPx.value > 0 && toRem(screenPx.value) < MIN_BESIDE_REM),
		areFiltersHidden: computed(() => listPx.value > 0 && listRem.value < MIN_FILTERS_REM),
	};
}
