// Channels between the windows and the main process. One channel carries all calls and one carries all events, so a new method
// needs no change in the preload.
export const CALL_CHANNEL = 'station:call';
export const EVENT_CHANNEL = 'station:event';

/** URL parameter that marks a window as reloaded after its process crashed or hung. */
export const RELOADED_PARAMETER = 'reloaded';
