// What the service says of itself: in a header of its health, and in its OpenAPI document. Each is cached for a while.
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { MINUTE_MS } from '../../../src-contract/lib/units';
import type { Capabilities, IdempotencyKeyRetention, ServiceOperation } from '../port';
import { BASE_CAPABILITIES, idempotencyKeyRetentionMs, readCapabilities } from './capabilities';
import { parseJson } from './lenient-json';
import { dateOf, readLimited, type Transport } from './transport';

const TIMEOUT_MS = 5_000;
const CAPABILITY_TTL_MS = 10 * MINUTE_MS;

export function createServiceDescription(transport: Transport, monotonicMs: () => number) {
	/** Of the service at this address, by operation. */
	const keys = new Map<ServiceOperation | undefined, { baseUrl: string; keptForMs: number; atMs: number }>();
	let capabilities: { baseUrl: string; value: Capabilities; atMs: number } | undefined;

	const isFresh = (cached: { baseUrl: string; atMs: number } | undefined, baseUrl: string): boolean =>
		cached?.baseUrl === baseUrl && monotonicMs() - cached.atMs <= CAPABILITY_TTL_MS;
	const get = (baseUrl: string, path: string, headers: Record<string, string> = {}) =>
		transport.request(baseUrl, path, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });

	/** The OpenAPI document, without the key; undefined when the service has none. @throws when it cannot be reached or fails */
	async function openApiDocument(baseUrl: string): Promise<unknown> {
		const response = await get(baseUrl, '/openapi.json');
		if (response.ok) return parseJson(await readLimited(response));
		await response.body?.cancel();
		if (response.status >= 500 || response.status === 429) throw notReady();
		return undefined;
	}

	return {
		async keysKept(operation?: ServiceOperation): Promise<IdempotencyKeyRetention> {
			const { baseUrl } = await transport.target();
			const health = await get(baseUrl, '/health', { 'Cache-Control': 'no-cache' });
			await health.body?.cancel();
			// A service that is not well says nothing of itself; it may be asked again.
			if (health.status >= 500) throw notReady();
			if (!isFresh(keys.get(operation), baseUrl)) {
				const header = health.ok ? health.headers.get('idempotency-key') : null;
				let keptForMs = idempotencyKeyRetentionMs(header, undefined);
				if (keptForMs === 0 && operation) {
					const document = await get(baseUrl, '/openapi.json');
					keptForMs = document.ok
						? idempotencyKeyRetentionMs(null, parseJson(await readLimited(document)), operation)
						: 0;
				}
				if (!transport.isCurrent(baseUrl)) return { forMs: 0, serviceTime: undefined };
				keys.set(operation, { baseUrl, keptForMs, atMs: monotonicMs() });
			}
			return {
				forMs: keys.get(operation)?.keptForMs ?? 0,
				serviceTime: latest(dateOf(health), transport.serviceTime()),
			};
		},

		async capabilities(): Promise<Capabilities> {
			const { baseUrl } = await transport.target();
			if (capabilities && isFresh(capabilities, baseUrl)) return capabilities.value;
			try {
				const value = readCapabilities(await openApiDocument(baseUrl));
				capabilities = { baseUrl, value, atMs: monotonicMs() };
				return value;
			} catch {
				// Asked again at the next call; until then what the service said last holds.
				return capabilities?.baseUrl === baseUrl ? capabilities.value : BASE_CAPABILITIES;
			}
		},
	};
}

const notReady = (): AppError =>
	new AppError('partner.failed', t('The service is not ready.'), { retryable: true, disposition: 'unknown' });

/** A key must never look younger than it is. Undefined when the first was not told. */
const latest = (one: Date | undefined, other: Date | undefined): Date | undefined =>
	one && other && other > one ? other : one;
