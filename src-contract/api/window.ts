// IPC methods for the window itself: status of the station, clipboard, links.
import * as z from 'zod';
import type { StationStatus } from './events';
import { method, noInput } from './method';

export const windowApi = {
	'station.status': method<StationStatus>()(noInput),
	/** Reports that the first screen is painted, so that start-up work that needs the processor can begin. */
	'station.screenReady': method<void>()(noInput),
	'clipboard.copy': method<void>()(z.object({ text: z.string().max(500_000) })),
	'links.open': method<void>()(z.object({ url: z.string().max(2000) })),
} as const;
