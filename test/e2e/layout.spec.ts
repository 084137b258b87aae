// The layout of every screen: no text or control is cut off, overlaps another, or is out of reach, at any size of window and text.
// `npm run screens` runs all combinations of sizes, themes and languages, and saves a screenshot of each; `npm test` runs a few.
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import type { Settings } from '../../src-contract/model/settings';
import { projectRoot } from '../../tools/project-root.mjs';
import { expect, test } from './fixtures';
import { layoutErrors } from './layout-errors';
import { SCREEN_GROUPS, settings } from './screen-states';
import { changeSettings } from './station';

interface Appearance {
	/** Size of the window in pixels of the display. */
	width: number;
	height: number;
	textPercent: number;
	isLarge?: boolean;
	theme: Settings['theme'];
	language: 'en' | 'de';
	direction?: 'rtl';
}

/** Combinations in which errors are most likely: small windows, large text, long words. */
const USUAL_SELECTION: Appearance[] = [
	{ width: 960, height: 640, textPercent: 100, theme: 'light', language: 'de' },
	{ width: 1280, height: 800, textPercent: 150, theme: 'dark', language: 'de' },
	{ width: 960, height: 640, textPercent: 200, theme: 'contrast', language: 'en' },
	{ width: 1920, height: 1080, textPercent: 100, isLarge: true, theme: 'light', language: 'en', direction: 'rtl' },
];
const WINDOW_SIZES = [
	[960, 640],
	[1280, 800],
	[1920, 1080],
	[2560, 1440],
] as const;
const TEXT_SIZES = [
	{ textPercent: 100 },
	{ textPercent: 150 },
	{ textPercent: 200 },
	{ textPercent: 100, isLarge: true },
] as const;
// Sizes change fastest: they need no change of settings.
const ALL_APPEARANCES: Appearance[] = (['en', 'de'] as const).flatMap((language) =>
	(['light', 'dark', 'contrast'] as const).flatMap((theme) =>
		TEXT_SIZES.flatMap((text) => WINDOW_SIZES.map(([width, height]) => ({ width, height, ...text, theme, language }))),
	),
);

/** `all`, or a part of the names of the states to show; undefined: a selection of appearances without screenshots. */
const wanted = process.env.WAYBILL_SCREENS;
const target = path.join(projectRoot, 'out', 'screens');

const nameOf = ({ width, height, textPercent, isLarge, theme, language, direction }: Appearance): string =>
	[`${width}x${height}`, `${textPercent}%`, isLarge && 'large', theme, language, direction].filter(Boolean).join(' ');

async function setAppearance(page: Page, session: CDPSession, appearance: Appearance): Promise<void> {
	const { width, height, textPercent, isLarge = false, theme, language, direction = 'ltr' } = appearance;
	const zoom = textPercent / 100;
	// The same layout as with the zoom of the setting, without waiting for the window.
	await session.send('Emulation.setDeviceMetricsOverride', {
		width: Math.floor(width / zoom),
		height: Math.floor(height / zoom),
		deviceScaleFactor: zoom,
		mobile: false,
	});
	const current = await page.evaluate(() => document.documentElement.dataset.appearance);
	const wantedSettings = JSON.stringify({ theme, language, isLarge });
	if (current !== wantedSettings) await changeSettings(page, { theme, language, isLarge });
	await page.evaluate(
		async ([dir, saved]) => {
			document.documentElement.setAttribute('dir', dir);
			document.documentElement.dataset.appearance = saved;
			await document.fonts.ready;
			// Resize observers and media queries take effect with the next frames.
			for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
			for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
		},
		[direction, wantedSettings] as const,
	);
}

test.describe(() => {
	test.describe.configure({ mode: 'parallel' });
	test.use({ settings });

	for (const [group, states] of Object.entries(SCREEN_GROUPS))
		test(`shows ${group} completely at every size of window and text`, async ({ station }) => {
			const appearances = wanted ? ALL_APPEARANCES : USUAL_SELECTION;
			test.setTimeout(60_000 + states.length * appearances.length * 3000);
			const { page } = station;
			const session = await page.context().newCDPSession(page);
			const [initial] = ALL_APPEARANCES as [Appearance];
			for (const state of states) {
				await setAppearance(page, session, { ...initial, width: 1280, height: 800 });
				await state.show(station);
				if (wanted && wanted !== 'all' && !state.name.includes(wanted)) continue;
				for (const appearance of appearances) {
					await setAppearance(page, session, appearance);
					await state.showAgain?.(station);
					const errors = await layoutErrors(page);
					expect.soft(errors, `${state.name}, ${nameOf(appearance)}`).toEqual([]);
					if (!wanted) continue;
					const folder = path.join(target, state.name);
					mkdirSync(folder, { recursive: true });
					const file = `${nameOf(appearance).replaceAll(' ', '-').replace('%', '')}.jpg`;
					await page.screenshot({ path: path.join(folder, file), type: 'jpeg', quality: 85 });
					for (const error of errors)
						appendFileSync(path.join(target, 'errors.txt'), `${state.name}\t${nameOf(appearance)}\t${error}\n`);
				}
			}
			await session.send('Emulation.clearDeviceMetricsOverride');
		});
});

test('finds texts and controls that are cut off, overlap, are too small or out of reach', async ({ station }) => {
	const { page } = station;
	const errors = (css: Record<string, string>, tag: string, text: string, around: Record<string, string> = {}) =>
		page
			.evaluate(
				([style, name, content, outerStyle]) => {
					const outer = document.createElement('div');
					Object.assign(outer.style, { width: '300px', height: '100px' }, outerStyle);
					for (const _ of [1, 2]) {
						const element = document.createElement(name);
						element.textContent = content;
						element.setAttribute('placeholder', content);
						Object.assign(element.style, { display: 'block', minHeight: '30px', minWidth: '30px' }, style);
						outer.append(element);
					}
					document.body.replaceChildren(outer);
				},
				[css, tag, text, around] as const,
			)
			.then(() => layoutErrors(page));
	expect(await errors({}, 'button', 'Save')).toEqual([]);
	expect((await errors({ height: '30px', marginTop: '-10px' }, 'button', 'Save')).join()).toContain('overlap: ');
	expect((await errors({ height: '20px', minHeight: '0' }, 'button', 'Save')).join()).toContain('px: "Save"');
	expect(
		(await errors({ width: '40px', overflow: 'hidden', whiteSpace: 'nowrap' }, 'p', 'A long line')).join(),
	).toContain('cut off at');
	expect((await errors({ height: '8px', minHeight: '0', overflow: 'hidden' }, 'p', 'A line')).join()).toContain(
		'cut off in height',
	);
	const ellipsis = { width: '60px', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };
	expect((await errors(ellipsis, 'p', 'A long line of text')).join()).toContain('shortened without a title');
	const hint = 'Name, postcode or city';
	const hintPx = 150;
	expect(await errors({ width: `${hintPx + 30}px` }, 'input', hint)).toEqual([]);
	expect((await errors({ width: `${hintPx - 30}px` }, 'input', hint)).join()).toContain('px too wide: "Name, postcode');
	expect((await errors({ marginTop: '2000px' }, 'p', 'Below')).join()).toContain('outside the window');
	expect(await errors({ marginTop: '500px' }, 'p', 'Below', { overflowY: 'auto' })).toEqual([]);
	expect((await errors({}, 'p', 'Line', { overflowY: 'auto', height: '12px' })).join()).toContain('only 12 px high');
	expect((await errors({ width: '400px' }, 'button', 'Wide', { border: '1px solid' })).join()).toContain(
		'extends beyond',
	);
});
