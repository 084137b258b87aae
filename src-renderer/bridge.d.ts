import type { StationBridge } from '../src-contract/station-events';

declare global {
	interface Window {
		waybill: StationBridge;
	}
}
