// Reloads the window when its process crashes or hangs.
import { app, type BrowserWindow, dialog } from 'electron';
import { RELOADED_PARAMETER } from '../../src-contract/api/channels';
import { MINUTE_MS } from '../../src-contract/lib/units';

/** When the window's process has ended this often within LIMIT_PERIOD_MS, the user is asked before the window is reloaded. */
const ENDS_BEFORE_ASKING = 3;
const LIMIT_PERIOD_MS = MINUTE_MS;

/**
 * Creates a function to call each time that the window's process has ended. The function returns whether the window may be reloaded
 * without asking the user: true, except for the third end within a minute.
 * @param nowMs monotonic clock
 */
export function createReloadLimit(nowMs: () => number = () => performance.now()) {
	let endsAtMs: number[] = [];
	return function mayReload(): boolean {
		const now = nowMs();
		endsAtMs = [...endsAtMs.filter((endAtMs) => now - endAtMs < LIMIT_PERIOD_MS), now];
		if (endsAtMs.length < ENDS_BEFORE_ASKING) return true;
		// The user decides now, so the next count starts at zero.
		endsAtMs = [];
		return false;
	};
}

/** Time that an unresponsive window has to recover before its process is ended. */
const HANG_GRACE_MS = 5_000;

/** Reloads the window when its process crashes or hangs. Services run in this process, so submissions continue meanwhile. */
export function recoverWindow(
	window: BrowserWindow,
	log: (event: string, detail: Record<string, unknown>) => void,
): void {
	const { webContents } = window;
	const mayReload = createReloadLimit();
	let hangTimer: NodeJS.Timeout | undefined;

	function reload(): void {
		if (window.isDestroyed()) return;
		const url = new URL(webContents.getURL());
		url.searchParams.set(RELOADED_PARAMETER, '1');
		void webContents.loadURL(url.href);
	}

	/** Asks the user whether to reload, to prevent an endless loop of reloads. A system dialog works without a page. */
	async function askUser(): Promise<void> {
		const { t } = await import('../../src-contract/i18n');
		const { response } = await dialog.showMessageBox({
			type: 'error',
			message: t('The Waybill window stopped three times within a minute.'),
			detail: t(
				'Saved data is safe, and submissions in progress continue. Reload the window, or close Waybill and start it again. If this keeps happening, restart the computer and contact your administrator.',
			),
			buttons: [t('Reload##the window'), t('Close Waybill')],
			defaultId: 0,
			cancelId: 1,
			noLink: true,
		});
		if (response === 0) reload();
		else app.quit();
	}

	webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
		clearTimeout(hangTimer);
		if (window.isDestroyed() || reason === 'clean-exit') return;
		log('window.gone', { reason, exitCode });
		if (mayReload()) setImmediate(reload);
		else void askUser();
	});
	window.on('unresponsive', () => {
		clearTimeout(hangTimer);
		hangTimer = setTimeout(() => {
			if (window.isDestroyed()) return;
			log('window.hung', {});
			// This triggers the event render-process-gone above.
			webContents.forcefullyCrashRenderer();
		}, HANG_GRACE_MS);
	});
	window.on('responsive', () => clearTimeout(hangTimer));
	window.once('closed', () => clearTimeout(hangTimer));
}
