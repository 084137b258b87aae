// Shipments that need attention, and the values that the filters offer.
import { ref } from 'vue';
import type { ShipmentFacets, ShipmentSummary } from '../../../src-contract/model/shipment';
import { call } from '../../lib/bridge';

export function useAttentionLists() {
	const unconfirmed = ref<ShipmentSummary[]>([]);
	const queued = ref<ShipmentSummary[]>([]);
	/** Shipments that were refused while queued and are not marked as read. */
	const refused = ref<ShipmentSummary[]>([]);
	const facets = ref<ShipmentFacets>({ carriers: [], countries: [] });

	async function loadAttentionLists(): Promise<void> {
		[unconfirmed.value, queued.value, refused.value, facets.value] = await Promise.all([
			call('shipments.listUnknown'),
			call('shipments.listWaiting'),
			call('shipments.listRefused'),
			call('shipments.facets'),
		]);
	}
	return { unconfirmed, queued, refused, facets, loadAttentionLists };
}
