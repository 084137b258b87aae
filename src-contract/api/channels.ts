// The one channel for calls and the one for events: a new method never edits the preload.
export const CALL_CHANNEL = 'station:call';
export const EVENT_CHANNEL = 'station:event';

/** In the address of a window that was loaded again because its process died or hung. */
export const RELOADED_PARAMETER = 'reloaded';
