import type { StationBridge } from '../../src-contract/api/events';

declare global {
	interface Window {
		waybill: StationBridge;
	}
}
