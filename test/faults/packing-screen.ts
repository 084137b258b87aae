// The Pack screen of the real station, operated by a simulated scanner: sends the keys of a code, and reads the band when the answer is
// painted.
import type { Page } from 'playwright';
import type { PackView } from '../../src-contract/model/packing';
import { openScreen } from '../e2e/station';

/** What the screen shows after a scan. */
export interface ShownAnswer {
	/** True if the scan was answered. False: the screen took no code. */
	isAnswered: boolean;
	/** Look of the band. */
	verdict: string;
	/** Large line of the band. */
	title: string;
	/** Text of the band below the large line. */
	message: string;
	/** Number of the order on the screen; empty when there is none. */
	orderNumber: string;
	view: PackView | null;
	/** From the scanner's Enter until the frame with the answer is painted. */
	milliseconds: number;
}

/** Opens Pack, and adds the simulated scanner to the page. */
export async function openPackScreen(page: Page): Promise<void> {
	await openScreen(page, 'Pack');
	// The loader of this file wraps functions in `__name`, which the page lacks.
	await page.evaluate('globalThis.__name = (made) => made');
	await page.evaluate(() => {
		interface PackStore {
			isBusy: boolean;
			feedback: object | undefined;
			view: unknown;
		}
		const { __vue_app__: app } = document.querySelector('#app') as unknown as {
			__vue_app__: { config: { globalProperties: { $pinia: { _s: Map<string, PackStore> } } } };
		};
		const store = app.config.globalProperties.$pinia._s.get('pack') as PackStore;
		// Not a timer: Chromium delays nested timers by 4 ms.
		const { port1, port2 } = new MessageChannel();
		const resolvers: (() => void)[] = [];
		port1.onmessage = () => resolvers.shift()?.();
		const nextTask = () =>
			new Promise<void>((resolve) => {
				resolvers.push(resolve);
				port2.postMessage(null);
			});
		const painted = async () => {
			await new Promise(requestAnimationFrame);
			await nextTask();
		};
		const textOf = (selector: string) => (document.querySelector(selector) as HTMLElement | null)?.innerText ?? '';
		const read = () => ({
			verdict: document.querySelector<HTMLElement>('[data-testid=pack-band]')?.dataset.verdict ?? '',
			title: textOf('[data-testid=pack-title]'),
			message: textOf('[data-testid=pack-title] + p'),
			orderNumber: textOf('[data-testid=pack-order]'),
			view: JSON.parse(JSON.stringify(store.view)),
		});
		async function scanCode(code: string) {
			const before = store.feedback;
			const startMs = performance.now();
			let enterMs = startMs;
			for (const [index, key] of [...code, 'Enter'].entries()) {
				// 5 ms between keys, as a scanner has. A busy machine waits longer, but the events stay 5 ms apart.
				await new Promise((resolve) => setTimeout(resolve, 5));
				const target = document.activeElement ?? document.body;
				const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
				Object.defineProperty(event, 'timeStamp', { value: startMs + 5 * index });
				if (key === 'Enter') enterMs = performance.now();
				const isHandled = !target.dispatchEvent(event);
				if (!isHandled && key !== 'Enter') document.execCommand('insertText', false, key);
			}
			while (store.isBusy) await nextTask();
			await painted();
			const milliseconds = performance.now() - enterMs;
			return { isAnswered: store.feedback !== before, milliseconds, ...read() };
		}
		/** Waits until the order on the screen is in this phase. */
		async function untilPhase(phases: readonly string[], maxMs: number) {
			const view = () => store.view as { phase: string } | null;
			for (const deadline = performance.now() + maxMs; !phases.includes(view()?.phase ?? 'none'); )
				if (performance.now() > deadline) throw new Error(`the order stays ${view()?.phase}`);
				else await painted();
			await painted();
			return read();
		}
		/** Times of frames in which nothing changes, each begun at another moment of a frame. */
		async function paintEmptyFrames(count: number) {
			const times: number[] = [];
			for (let frame = 0; frame < count; frame += 1) {
				await new Promise((resolve) => setTimeout(resolve, frame % 17));
				const startMs = performance.now();
				await painted();
				times.push(performance.now() - startMs);
			}
			return times;
		}
		Object.assign(window, { packScreen: { scanCode, untilPhase, read, paintEmptyFrames } });
	});
}

interface PackScreenWindow {
	packScreen: {
		scanCode: (code: string) => Promise<ShownAnswer>;
		untilPhase: (phases: readonly string[], maxMs: number) => Promise<ShownAnswer>;
		read: () => ShownAnswer;
		paintEmptyFrames: (count: number) => Promise<number[]>;
	};
}
/** Scans a code, as the keys of a scanner. */
export const scanCode = (page: Page, code: string): Promise<ShownAnswer> =>
	page.evaluate((text) => (window as unknown as PackScreenWindow).packScreen.scanCode(text), code);
/** Waits until the order on the screen is in one of these phases. */
export const untilPhase = (page: Page, phases: readonly string[], maxMs: number): Promise<ShownAnswer> =>
	page.evaluate(([wanted, limit]) => (window as unknown as PackScreenWindow).packScreen.untilPhase(wanted, limit), [
		phases,
		maxMs,
	] as const);
export const readScreen = (page: Page): Promise<ShownAnswer> =>
	page.evaluate(() => (window as unknown as PackScreenWindow).packScreen.read());

/** Milliseconds from a moment to the next painted frame, without a scan. */
export const paintEmptyFrames = (page: Page, count: number): Promise<number[]> =>
	page.evaluate((frames) => (window as unknown as PackScreenWindow).packScreen.paintEmptyFrames(frames), count);

/** Tracking number on the screen, without the spaces between its groups. */
export const shownTrackingNumber = async (page: Page): Promise<string> =>
	(await page.getByTestId('pack-tracking-number').innerText()).replace(/\s/g, '');

/** Opens an order by its id, as the button in Orders does. */
export const openOrder = (page: Page, orderId: number): Promise<void> =>
	page.evaluate((id) => {
		location.hash = `#/pack?order=${id}`;
	}, orderId);
