/** Runs an action after the next frame is drawn, so that the action does not delay a screen that has just been opened. */
export function afterNextFrame(action: () => unknown): void {
	requestAnimationFrame(() => setTimeout(action));
}
