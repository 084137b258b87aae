// Requests the health endpoint and the OpenAPI document of the service, and reads from them what the service supports.
// The results are cached for 10 minutes.
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
	/** Retention time of idempotency keys by operation; undefined is the time that applies to all operations. */
	const retentions = new Map<ServiceOperation | undefined, { baseUrl: string; retentionMs: number; atMs: number }>();
	let capabilities: { baseUrl: string; value: Capabilities; atMs: number } | undefined;

	const isFresh = (cached: { baseUrl: string; atMs: number } | undefined, baseUrl: string): boolean =>
		cached?.baseUrl === baseUrl && monotonicMs() - cached.atMs <= CAPABILITY_TTL_MS;
	const get = (baseUrl: string, path: string, headers: Record<string, string> = {}) =>
		transport.request(baseUrl, path, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });

	/**
	 * The OpenAPI document, requested without the API key; undefined when the service has none.
	 * @throws when the request fails
	 */
	async function openApiDocument(baseUrl: string): Promise<unknown> {
		const response = await get(baseUrl, '/openapi.json');
		if (response.ok) return parseJson(await readLimited(response));
		await response.body?.cancel();
		if (response.status >= 500 || response.status === 429) throw notReadyError();
		return undefined;
	}

	return {
		async keyRetention(operation?: ServiceOperation): Promise<IdempotencyKeyRetention> {
			const { baseUrl } = await transport.nextEndpoint();
			const health = await get(baseUrl, '/health', { 'Cache-Control': 'no-cache' });
			await health.body?.cancel();
			// An unhealthy service may omit the header: try again later.
			if (health.status >= 500) throw notReadyError();
			if (!isFresh(retentions.get(operation), baseUrl)) {
				const header = health.ok ? health.headers.get('idempotency-key') : null;
				let retentionMs = idempotencyKeyRetentionMs(header, undefined);
				if (retentionMs === 0 && operation) {
					const document = await get(baseUrl, '/openapi.json');
					retentionMs = document.ok
						? idempotencyKeyRetentionMs(null, parseJson(await readLimited(document)), operation)
						: 0;
				}
				// The service was changed in the meantime: nothing is known about the new one yet.
				if (!transport.isCurrent(baseUrl)) return { retentionMs: 0, serviceTime: undefined };
				retentions.set(operation, { baseUrl, retentionMs, atMs: monotonicMs() });
			}
			return {
				retentionMs: retentions.get(operation)?.retentionMs ?? 0,
				serviceTime: latest(dateOf(health), transport.serviceTime()),
			};
		},

		async capabilities(): Promise<Capabilities> {
			const { baseUrl } = await transport.nextEndpoint();
			if (capabilities && isFresh(capabilities, baseUrl)) return capabilities.value;
			try {
				const value = readCapabilities(await openApiDocument(baseUrl));
				capabilities = { baseUrl, value, atMs: monotonicMs() };
				return value;
			} catch {
				// Use the last known value; the next call tries again.
				return capabilities?.baseUrl === baseUrl ? capabilities.value : BASE_CAPABILITIES;
			}
		},
	};
}

const notReadyError = (): AppError =>
	new AppError('partner.failed', t('The service is not ready.'), { retryable: true, disposition: 'unknown' });

/** The later time, so that a key never appears younger than it is. Undefined when `received` is undefined. */
const latest = (received: Date | undefined, estimated: Date | undefined): Date | undefined =>
	received && estimated && estimated > received ? estimated : received;
