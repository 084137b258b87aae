// Finds a new shipment that the filter of the list hides.
import { shallowRef } from 'vue';
import { type ShipmentSummary, shipmentFilterSchema } from '../../../src-contract/model/shipment';
import { call } from '../../lib/bridge';
import { hasFilters, type ShipmentFilterForm, toFilter } from './shipment-filter';

const EVERYTHING = shipmentFilterSchema.parse({});

export function createHiddenShipment(filters: ShipmentFilterForm) {
	/** The newest shipment, if it was created since the filter was set and the filter hides it. */
	const hidden = shallowRef<ShipmentSummary>();
	/** Id of the newest shipment when the filter was set. */
	let knownId: number | undefined;

	const newestOf = async (filter: typeof EVERYTHING) => (await call('shipments.list', { filter, limit: 1 }))[0];

	/** Called when the filter was changed. */
	async function reset(): Promise<void> {
		hidden.value = undefined;
		knownId = (await newestOf(EVERYTHING))?.id ?? 0;
	}

	return {
		hidden,
		reset,
		/** Called when shipments may have changed. */
		async update(): Promise<void> {
			if (knownId === undefined) await reset();
			if (knownId === undefined || !hasFilters(filters)) return;
			const newest = await newestOf(EVERYTHING);
			if (!newest || newest.id <= knownId) return;
			const shown = await newestOf(toFilter(filters));
			hidden.value = shown?.id === newest.id ? undefined : newest;
		},
	};
}
