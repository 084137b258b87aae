import type { StationBridge } from '../../src-contract/events';

declare global {
	interface Window {
		waybill: StationBridge;
	}
}
