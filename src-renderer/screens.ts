// The screens in the order of their keys: Ctrl 1, Ctrl 2 and so on.
export const SCREENS = [
	{ name: 'ship', label: 'Ship', icon: 'i-lucide-package' },
	{ name: 'duties', label: 'Duties', icon: 'i-lucide-landmark' },
	{ name: 'batch', label: 'Batch', icon: 'i-lucide-layers' },
	{ name: 'shipments', label: 'Shipments', icon: 'i-lucide-list' },
	{ name: 'addresses', label: 'Addresses', icon: 'i-lucide-contact' },
	{ name: 'printers', label: 'Printers', icon: 'i-lucide-printer' },
	{ name: 'settings', label: 'Settings', icon: 'i-lucide-settings' },
] as const;
