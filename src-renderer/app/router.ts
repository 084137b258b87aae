import { createRouter, createWebHashHistory } from 'vue-router';
import ShipView from '../features/ship/ShipView.vue';

/** The first screen is part of the first bundle; the others load when they are opened. */
export const router = createRouter({
	history: createWebHashHistory(),
	routes: [
		{ path: '/', name: 'ship', component: ShipView },
		{ path: '/quote', name: 'quote', component: () => import('../features/quote/QuoteView.vue') },
		{ path: '/duties', name: 'duties', component: () => import('../features/duties/DutiesView.vue') },
		{ path: '/pack', name: 'pack', component: () => import('../features/pack/PackView.vue') },
		{ path: '/orders/:id(\\d+)?', name: 'orders', component: () => import('../features/orders/OrdersView.vue') },
		{ path: '/orders/import', name: 'orders-import', component: () => import('../features/orders/OrderFileView.vue') },
		{
			path: '/orders/bulk/:id(\\d+)?',
			name: 'orders-bulk',
			component: () => import('../features/orders/BatchView.vue'),
		},
		{
			path: '/shipments/:id(\\d+)?',
			name: 'shipments',
			component: () => import('../features/shipments/ShipmentsView.vue'),
		},
		{ path: '/addresses', name: 'addresses', component: () => import('../features/addresses/AddressesView.vue') },
		{
			path: '/addresses/import',
			name: 'addresses-import',
			component: () => import('../features/addresses/AddressImportView.vue'),
		},
		{
			path: '/addresses/duplicates',
			name: 'addresses-duplicates',
			component: () => import('../features/addresses/AddressDuplicatesView.vue'),
		},
		{
			path: '/addresses/snapshots',
			name: 'addresses-snapshots',
			component: () => import('../features/addresses/AddressSnapshotsView.vue'),
		},
		{
			path: '/addresses/conflicts',
			name: 'addresses-conflicts',
			component: () => import('../features/addresses/AddressConflictsView.vue'),
		},
		{ path: '/items/:id(\\d+)?', name: 'items', component: () => import('../features/items/ItemsView.vue') },
		{
			path: '/items/import',
			name: 'items-import',
			component: () => import('../features/items/ItemImportView.vue'),
		},
		{ path: '/printers', name: 'printers', component: () => import('../features/printers/PrintersView.vue') },
		{ path: '/reports', name: 'reports', component: () => import('../features/reports/ReportsView.vue') },
		{
			path: '/settings',
			name: 'settings',
			component: () => import('../features/settings/SettingsView.vue'),
			props: ({ hash }) => ({ section: hash.slice(1) }),
		},
	],
});
