// The screen that receives scanned codes itself, such as Pack. Without one, app/scanner.ts looks each code up.
import { onActivated, onDeactivated, onScopeDispose } from 'vue';

/** @param code the characters that the scanner sent, with GS (U+001D) between the fields of a GS1 code */
type ScanHandler = (code: string) => void;

/** Handlers of the visible screens, the latest last. */
const handlers: ScanHandler[] = [];

/** The handler that receives the next scan; undefined when no visible screen has one. */
export const currentScanHandler = (): ScanHandler | undefined => handlers.at(-1);

/** Sends all scans to `handler` instead of looking them up, while the component is mounted and visible. */
export function onScan(handler: ScanHandler): void {
	const remove = () => {
		const index = handlers.indexOf(handler);
		if (index >= 0) handlers.splice(index, 1);
	};
	const add = () => {
		remove();
		handlers.push(handler);
	};
	add();
	onActivated(add);
	onDeactivated(remove);
	onScopeDispose(remove);
}
