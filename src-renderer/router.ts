import { createRouter, createWebHashHistory } from 'vue-router';
import ShipView from './views/ShipView.vue';

/** The first screen is in the first bundle; the others are fetched when they are opened. */
export const router = createRouter({
	history: createWebHashHistory(),
	routes: [
		{ path: '/', name: 'ship', component: ShipView },
		{ path: '/quote', name: 'quote', component: () => import('./views/QuoteView.vue') },
		{ path: '/duties', name: 'duties', component: () => import('./views/DutiesView.vue') },
		{ path: '/batch/:id(\\d+)?', name: 'batch', component: () => import('./views/BatchView.vue') },
		{ path: '/batch/orders', name: 'batch-orders', component: () => import('./views/OrderFileView.vue') },
		{ path: '/shipments/:id(\\d+)?', name: 'shipments', component: () => import('./views/ShipmentsView.vue') },
		{ path: '/addresses', name: 'addresses', component: () => import('./views/AddressesView.vue') },
		{ path: '/addresses/import', name: 'addresses-import', component: () => import('./views/AddressImportView.vue') },
		{
			path: '/addresses/duplicates',
			name: 'addresses-duplicates',
			component: () => import('./views/AddressDuplicatesView.vue'),
		},
		{
			path: '/addresses/snapshots',
			name: 'addresses-snapshots',
			component: () => import('./views/AddressSnapshotsView.vue'),
		},
		{
			path: '/addresses/conflicts',
			name: 'addresses-conflicts',
			component: () => import('./views/AddressConflictsView.vue'),
		},
		{ path: '/printers', name: 'printers', component: () => import('./views/PrintersView.vue') },
		{ path: '/reports', name: 'reports', component: () => import('./views/ReportsView.vue') },
		{ path: '/settings', name: 'settings', component: () => import('./views/SettingsView.vue') },
	],
});
