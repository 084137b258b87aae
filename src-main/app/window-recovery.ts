// Reloads the window when its process crashes or hangs.
import { app, type BrowserWindow, dialog } from 'electron';
import { RELOADED_PARAMETER } from '../../src-contract/api/channels';
import { MINUTE_MS } from '../../src-contract/lib/units';

/** The window is reloaded automatically unless it ended MAX_ENDS times within this period. */
const LIMIT_PERIOD_MS = MINUTE_MS;
const MAX_ENDS = 3;

/**
 * Decides whether a window whose process ended is reloaded: not after the third end within a minute.
 * @param nowMs Monotonic clock.
 */
export function createReloadLimit(nowMs: () => number = () => performance.now()) {
	let endsAtMs: number[] = [];
	return function mayReload(): boolean {
		const now = nowMs();
		endsAtMs = [...endsAtMs.filter((atMs) => now - atMs < LIMIT_PERIOD_MS), now];
		if (endsAtMs.length < MAX_ENDS) return true;
		// The count restarts after the user has answered.
		endsAtMs = [];
		return false;
	};
}

/** Grace period after Electron reports a window as unresponsive; it may recover. */
const HANG_GRACE_MS = 5_000;

/** Reloads the window when its process crashes or hangs. Services run in this process, so submissions continue meanwhile. */
export function recoverWindow(
	window: BrowserWindow,
	log: (event: string, detail: Record<string, unknown>) => void,
): void {
	const { webContents } = window;
	const mayReload = createReloadLimit();
	let hang: NodeJS.Timeout | undefined;

	function reload(): void {
		if (window.isDestroyed()) return;
		const url = new URL(webContents.getURL());
		url.searchParams.set(RELOADED_PARAMETER, '1');
		void webContents.loadURL(url.href);
	}

	/** Prevents an endless loop of reloads: asks the user in a system dialog, which needs no page. */
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
		clearTimeout(hang);
		if (window.isDestroyed() || reason === 'clean-exit') return;
		log('window.gone', { reason, exitCode });
		if (mayReload()) setImmediate(reload);
		else void askUser();
	});
	window.on('unresponsive', () => {
		clearTimeout(hang);
		hang = setTimeout(() => {
			if (window.isDestroyed()) return;
			log('window.hung', {});
			// The crash triggers render-process-gone above.
			webContents.forcefullyCrashRenderer();
		}, HANG_GRACE_MS);
	});
	window.on('responsive', () => clearTimeout(hang));
	window.once('closed', () => clearTimeout(hang));
}
