import { describe, expect, it } from 'vitest';
import { composeConnections } from '../../../src-main/compose/connections';
import { createStationSignals } from '../../../src-main/compose/dependencies';
import { openDatabase } from '../../../src-main/platform/database';
import { migrations } from '../../../src-main/platform/migrations';
import { createSettings, defaultSettings } from '../../../src-main/settings/settings';
import { memoryFile, noKeyring } from '../../fixtures/desk';
import { onlineService } from '../../fixtures/desk-services';
import { directNetwork } from '../../fixtures/network';
import { RATES } from '../../fixtures/partner-server';

const LOCATION = { countryCode: 'NL', zipcode: '', city: '' };
const QUOTE_INPUT = {
	from: LOCATION,
	to: { ...LOCATION, companyName: '' },
	parcels: [{ count: 1, lengthCm: 20, widthCm: 15, heightCm: 10, weightKg: 1 }],
	insured: false,
	totalValueEur: 0,
};

function openConnections(serviceUrl: string) {
	const events: string[] = [];
	const requests: { url: string; key: string | null }[] = [];
	const network = { isDown: false };
	const settings = createSettings(memoryFile());
	settings.save({ ...defaultSettings(), serviceUrl });
	const signals = createStationSignals();
	signals.keyChanged.on(() => void events.push('key'));
	signals.serviceAnswered.on(() => void events.push('answered'));
	const connections = composeConnections(
		{
			database: openDatabase(':memory:', migrations),
			documentThread: { readShipment: () => Promise.reject(new Error('no large answer is expected')) },
			settings,
			credentialsFile: memoryFile(),
			keyring: noKeyring,
			builtInService: {
				...onlineService({ baseUrl: 'http://127.0.0.1:9', key: 'built', secret: 'in' }),
				start: () => void events.push('start'),
				stop: async () => void events.push('stop'),
			},
			network: directNetwork(async (url, init) => {
				requests.push({ url: String(url), key: new Headers(init?.headers).get('x-pp-api') });
				if (network.isDown) throw new TypeError('fetch failed');
				return new Response(JSON.stringify(RATES), { headers: { date: new Date().toUTCString() } });
			}),
		},
		signals,
	);
	const moveTo = (next: string) => {
		connections.forgetKey();
		settings.save({ ...defaultSettings(), serviceUrl: next });
		connections.serviceChanged();
	};
	return { ...connections, events, requests, network, moveTo };
}

describe('the connection of a desk', () => {
	it('sends nothing to a service whose key is not set', async () => {
		const { client, requests } = openConnections('https://service.example');
		await expect(client.rates(QUOTE_INPUT)).rejects.toMatchObject({ code: 'credentials.locked' });
		expect(requests).toEqual([]);
	});

	it('announces a new key, and sends it to its service', async () => {
		const { client, credentials, events, requests } = openConnections('https://service.example');
		credentials.set({ key: 'desk', secret: 'secret' }, 'memory', undefined);
		expect(events).toEqual(['key']);
		expect((await client.rates(QUOTE_INPUT)).data).toHaveLength(1);
		expect(requests).toEqual([{ url: 'https://service.example/partners-api/v1/rates', key: 'desk@secret' }]);
	});

	it('never sends a key to another service', async () => {
		const { client, credentials, events, requests, moveTo, apiKeyDigest } = openConnections('https://service.example');
		credentials.set({ key: 'desk', secret: 'secret' }, 'memory', undefined);
		expect(apiKeyDigest()).toMatch(/^[0-9a-f]{16}$/);
		moveTo('https://other.example');
		expect(events).toEqual(['key', 'stop', 'key']);
		expect(apiKeyDigest()).toBe('');
		await expect(client.rates(QUOTE_INPUT)).rejects.toMatchObject({ code: 'credentials.locked' });
		expect(requests).toEqual([]);
		moveTo('');
		await client.rates(QUOTE_INPUT);
		expect(requests).toEqual([{ url: 'http://127.0.0.1:9/partners-api/v1/rates', key: 'built@in' }]);
	});

	it('announces once that the service answers again', async () => {
		const { client, events, isAnswering, network, moveTo } = openConnections('');
		expect(isAnswering()).toBeUndefined();
		await client.rates(QUOTE_INPUT);
		await client.rates(QUOTE_INPUT);
		expect(events).toEqual(['answered']);
		network.isDown = true;
		await expect(client.rates(QUOTE_INPUT)).rejects.toMatchObject({ code: 'partner.unreachable' });
		expect(isAnswering()).toBe(false);
		network.isDown = false;
		await client.rates(QUOTE_INPUT);
		expect(events).toEqual(['answered', 'answered']);
		moveTo('https://other.example');
		expect(isAnswering()).toBeUndefined();
	});
});
