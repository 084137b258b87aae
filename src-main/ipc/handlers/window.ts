// IPC handlers of the window and the desktop.
import type { HandlersOf } from '../../../src-contract/api/method';
import type { windowApi } from '../../../src-contract/api/window';
import type { Desktop } from '../../platform/desktop';
import type { StationStatusService } from '../../support/station-status';
import { openWebPage } from './open-web-page';

export interface WindowServices {
	status: StationStatusService;
	/** Starts the background work, which waits until the first screen is painted. */
	start: () => void;
	desktop: Desktop;
}

export const windowHandlers = ({ status, start, desktop }: WindowServices) =>
	({
		'station.status': () => status.read(),
		'station.screenReady': () => start(),
		'clipboard.copy': ({ text }) => desktop.copy(text),
		'links.open': ({ url }) => openWebPage(desktop, url),
	}) satisfies HandlersOf<typeof windowApi>;
