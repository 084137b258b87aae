// Ship and Quote at the window and text sizes of the desks: every control can be reached, none is covered or cut off.
import type { Locator, Page } from '@playwright/test';
import type { Settings } from '../../src-contract/model/settings';
import { exampleDraft } from '../fixtures/shipment-draft';
import { expect, test } from './fixtures';
import { fillDutiableShip } from './seed';
import { changeSettings, openScreen, type Station, waitForOptions } from './station';

/** Window width and height in pixels, and text size in percent. */
const SIZES: [number, number, Settings['textSizePercent']][] = [
	[960, 640, 100],
	[960, 640, 150],
	[960, 640, 200],
	[1024, 700, 100],
	[1280, 800, 100],
	[1280, 800, 125],
	[1280, 800, 150],
	[1280, 800, 200],
	[1920, 1080, 100],
	[1920, 1080, 200],
	[2560, 1440, 100],
	[3840, 2160, 100],
];

async function resize({ app, page }: Station, [width, height, textSizePercent]: (typeof SIZES)[number]): Promise<void> {
	await changeSettings(page, { textSizePercent });
	await app.evaluate(
		({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height),
		{ width, height },
	);
	await page.waitForFunction(
		(cssWidth) => Math.abs(innerWidth - cssWidth) <= 1,
		Math.round((width * 100) / textSizePercent),
	);
}

/** Controls of the screen that overlap another one, stand outside its scroll area, or are covered when scrolled into view. */
const findLayoutErrors = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const main = document.querySelector('main');
		if (!main) return ['there is no screen'];
		const errors: string[] = [];
		const nameOf = (element: Element) =>
			element.getAttribute('aria-label') ?? element.textContent?.replace(/\s+/g, ' ').trim() ?? element.tagName;
		const controls = [...main.querySelectorAll<HTMLElement>('input, select, textarea, button')].filter(
			(control) => control.checkVisibility() && !control.closest('[inert]'),
		);
		if (controls.length < 10) errors.push(`only ${controls.length} controls`);
		const boxes = controls.map((control) => ({ control, box: control.getBoundingClientRect() }));
		for (const [index, { control, box }] of boxes.entries()) {
			for (const { control: other, box: otherBox } of boxes.slice(index + 1)) {
				// Controls of different scroll areas may have the same coordinates, because one of them is scrolled out of view.
				if (control.closest('.form-screen > * > *') !== other.closest('.form-screen > * > *')) continue;
				const overlapX = Math.min(box.right, otherBox.right) - Math.max(box.left, otherBox.left);
				const overlapY = Math.min(box.bottom, otherBox.bottom) - Math.max(box.top, otherBox.top);
				if (overlapX > 1 && overlapY > 1) errors.push(`${nameOf(control)} overlaps ${nameOf(other)}`);
			}
		}
		for (const control of controls) {
			control.scrollIntoView({ block: 'center', behavior: 'instant' });
			const box = control.getBoundingClientRect();
			if (box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
				errors.push(`${nameOf(control)} stands outside the window`);
			if (control.scrollWidth > control.clientWidth + 1 && control.tagName === 'BUTTON')
				errors.push(`the text of ${nameOf(control)} is cut off`);
			const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
			const label = control.closest('label');
			if (!hit || !(control.contains(hit) || label?.contains(hit)))
				errors.push(`${nameOf(control)} is covered by ${hit?.outerHTML.slice(0, 80)}`);
			const panel = control.closest('.panel')?.getBoundingClientRect();
			if (panel && (box.right > panel.right + 1 || box.left < panel.left - 1))
				errors.push(`${nameOf(control)} runs off its panel`);
		}
		for (const element of [main, ...main.querySelectorAll<HTMLElement>('*')])
			if (
				element.scrollWidth > element.clientWidth + 1 &&
				['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
			)
				errors.push(`${element.className} scrolls sideways`);
		return errors;
	});

test('every control of Ship and Quote can be reached at every window and text size', async ({ station }) => {
	const { page } = station;
	const [parcel] = exampleDraft.parcels;
	const [content] = exampleDraft.contents;
	if (!parcel || !content) throw new Error('The example draft is empty');
	await page.getByRole('combobox', { name: /To: search/ }).waitFor();
	await fillDutiableShip(page, { parcels: [parcel, { ...parcel }], contents: [content, { ...content }] });
	await waitForOptions(page);
	await expect(page.getByRole('region', { name: 'Duties and taxes' }).getByText('VAT')).toBeVisible();
	for (const size of SIZES) {
		const name = `${size[0]}×${size[1]} at ${size[2]} %`;
		await test.step(name, async () => {
			await resize(station, size);
			expect.soft(await findLayoutErrors(page), name).toEqual([]);
			const sizeOf = (control: Locator) => control.evaluate((element) => element.getBoundingClientRect().toJSON());
			const description = await sizeOf(page.getByLabel('Item 1: description'));
			expect.soft(description.width, `description at ${name}`).toBeGreaterThanOrEqual(160);
			const options = await sizeOf(page.getByRole('region', { name: 'Options', exact: true }));
			expect.soft(options.height, `options at ${name}`).toBeGreaterThanOrEqual(150);
			await expect.soft(page.getByRole('button', { name: /Book \+ print/ })).toBeInViewport({ ratio: 1 });
		});
	}
	await openScreen(page, 'Quote');
	for (const size of SIZES) {
		const name = `Quote, ${size[0]}×${size[1]} at ${size[2]} %`;
		await test.step(name, async () => {
			await resize(station, size);
			expect.soft(await findLayoutErrors(page), name).toEqual([]);
		});
	}
});
