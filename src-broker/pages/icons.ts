// Icons of the pages as inline SVG, in the colour of the text beside them. The pages load no images.
import { html, raw } from 'hono/html';
import type { Markup } from './page';

/** Paths of lines on a grid of 24 × 24. */
const PATHS = {
	box: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
	check: 'M5 12.5l4.5 4.5L19 7.5',
	pencil: 'M5 19l1-4L16 5l3 3L9 18z',
	truck: 'M3 6h11v10H3zM14 10h4l3 3v3h-7M7 16v3M17 16v3',
	van: 'M2 16V7h12l3 4h5v5zM6 16v3M18 16v3',
	warning: 'M12 4l9 16H3zM12 10v4M12 17v.5',
};
export type IconName = keyof typeof PATHS;

/** @param size width and height in pixels */
export const icon = (name: IconName, size = 18): Markup =>
	html`<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${raw(PATHS[name])}"/></svg>`;
