import { expect, it } from 'vitest';
import { printerSchema } from '../../../src-contract/model/print';
import { type ShipmentState, shipmentStateSchema } from '../../../src-contract/model/shipment';
import { defaultSettings } from '../../../src-main/settings/settings';
import { formatSupportReport, type SupportFacts } from '../../../src-main/support/report-text';
import { sender } from '../../fixtures/shipment-draft';

const states = Object.fromEntries(shipmentStateSchema.options.map((state, at) => [state, at])) as Record<
	ShipmentState,
	number
>;
const device = { driver: 'folder', folder: '/home/jan/labels' };
const facts: SupportFacts = {
	at: '2026-11-22T10:00:00.000Z',
	status: { version: '1.2.3', service: 'online', serviceName: 'x', serviceMessage: 'to Jan Voorbeeld' } as never,
	settings: {
		...defaultSettings(),
		sender,
		deskName: 'Desk of Jan',
		ordersFolder: '/home/jan/orders',
		serviceUrl: 'https://service.example/tenants/jan',
		accountUrl: 'https://account.example/jan',
	},
	credentials: { state: 'set', protection: 'keyring', endsIn: 'Kb8x', keyringAvailable: true },
	shipments: states,
	printers: [
		{
			printer: printerSchema.parse({ id: 'jan', name: 'Printer of Jan', device, stock: '4x6' }),
			condition: 'ready',
			message: '/home/jan/labels',
			proof: null,
			fallbackPrinterId: null,
		},
	],
	log: `${Array.from({ length: 300 }, (_, at) => `line ${at}`).join('\n')}\nError for jan@example.com, +31 20 123 4567\n`,
};
const text = formatSupportReport(facts);

it('describes the running system and its errors', () => {
	const bundle = JSON.parse(text);
	expect(bundle).toMatchObject({
		version: '1.2.3',
		service: { host: 'service.example', state: 'online' },
		key: { state: 'set', protection: 'keyring' },
		settings: { keepDocumentsDays: 90, sender: 'set, left out', accountUrl: 'set, left out', boxes: 3 },
		shipments: states,
		printers: [{ driver: 'folder', stock: '4x6', dpi: 203, condition: 'ready', hasFallback: false }],
	});
	expect(bundle.log).toHaveLength(200);
	expect(bundle.log.at(-1)).toBe('Error for …@…, …');
});

it('contains no person, no place and no part of a secret', () => {
	expect(text).not.toMatch(/jan|voorbeeld|damrak|1012|Kb8x|20 123/i);
});

it('contains only the host of the service address', () => {
	const hostFor = (serviceUrl: string) =>
		JSON.parse(formatSupportReport({ ...facts, settings: { ...facts.settings, serviceUrl } })).service.host;
	expect(hostFor('https://service.example:8443/tenants/jan')).toBe('service.example:8443');
	expect(hostFor('')).toBe('built in');
	expect(hostFor('no address at all')).toBe('no address');
});
