// Requests the health endpoint and the OpenAPI document of the service, and reads from them what the service supports.
// Both results, the capabilities and the retention times of idempotency keys, are cached for 10 minutes. `keyRetention` still requests
// the health endpoint each time: its answer states the service's current time, from which the age of a key is computed.
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { MINUTE_MS } from '../../../src-contract/lib/units';
import type { Capabilities, IdempotencyKeyRetention, ServiceOperation } from '../service-interface';
import { BASE_CAPABILITIES, idempotencyKeyRetentionMs, readCapabilities } from './capabilities';
import { parseJson } from './lenient-json';
import { dateOf, type Transport } from './transport';

const TIMEOUT_MS = 5_000;
const CACHE_TTL_MS = 10 * MINUTE_MS;

export function createServiceDescription(transport: Transport, monotonicMs: () => number) {
	/** Cached retention times of idempotency keys, by operation. Under `undefined` is the time declared for all operations. */
	const cachedRetentions = new Map<
		ServiceOperation | undefined,
		{ baseUrl: string; retentionMs: number; cachedAtMs: number }
	>();
	let cachedCapabilities: { baseUrl: string; value: Capabilities; cachedAtMs: number } | undefined;

	const isFresh = (cached: { baseUrl: string; cachedAtMs: number } | undefined, baseUrl: string): boolean =>
		cached?.baseUrl === baseUrl && monotonicMs() - cached.cachedAtMs <= CACHE_TTL_MS;
	const get = (baseUrl: string, path: string, headers: Record<string, string> = {}) =>
		transport.request(baseUrl, path, { headers }, TIMEOUT_MS);
	const jsonOf = (body: Uint8Array): unknown => parseJson(Buffer.from(body).toString('utf8'));

	/**
	 * The OpenAPI document, requested without the API key; undefined when the service has no such document.
	 * @throws when the request fails or the service is not ready
	 */
	async function openApiDocument(baseUrl: string): Promise<unknown> {
		const { response, body } = await get(baseUrl, '/openapi.json');
		if (response.ok) return jsonOf(body);
		if (response.status >= 500 || response.status === 429) throw notReadyError();
		return undefined;
	}

	return {
		async keyRetention(operation?: ServiceOperation): Promise<IdempotencyKeyRetention> {
			const { baseUrl } = await transport.nextEndpoint();
			const { response: healthResponse } = await get(baseUrl, '/health', { 'Cache-Control': 'no-cache' });
			// An unhealthy service may omit the header `Idempotency-Key`, so nothing is concluded from a missing one.
			if (healthResponse.status >= 500) throw notReadyError();
			if (!isFresh(cachedRetentions.get(operation), baseUrl)) {
				const header = healthResponse.ok ? healthResponse.headers.get('idempotency-key') : null;
				let retentionMs = idempotencyKeyRetentionMs(header, undefined);
				if (retentionMs === 0 && operation) {
					const { response, body } = await get(baseUrl, '/openapi.json');
					retentionMs = response.ok ? idempotencyKeyRetentionMs(null, jsonOf(body), operation) : 0;
				}
				// The user changed the service in the meantime: nothing is known about the new service yet.
				if (!transport.isCurrent(baseUrl)) return { retentionMs: 0, serviceTime: undefined };
				cachedRetentions.set(operation, { baseUrl, retentionMs, cachedAtMs: monotonicMs() });
			}
			return {
				retentionMs: cachedRetentions.get(operation)?.retentionMs ?? 0,
				serviceTime: laterOf(dateOf(healthResponse), transport.serviceTime()),
			};
		},

		async capabilities(): Promise<Capabilities> {
			const { baseUrl } = await transport.nextEndpoint();
			if (cachedCapabilities && isFresh(cachedCapabilities, baseUrl)) return cachedCapabilities.value;
			try {
				const value = readCapabilities(await openApiDocument(baseUrl));
				cachedCapabilities = { baseUrl, value, cachedAtMs: monotonicMs() };
				return value;
			} catch {
				// Use the last known value; the next call tries again.
				return cachedCapabilities?.baseUrl === baseUrl ? cachedCapabilities.value : BASE_CAPABILITIES;
			}
		},
	};
}

const notReadyError = (): AppError =>
	new AppError('partner.failed', t('The service is not ready.'), { retryable: true, disposition: 'unknown' });

/**
 * The later of the two times, so that an idempotency key never appears younger than it is; undefined when the answer has no date.
 * @param estimatedTime the service's time, computed from an answer's date and the time since then
 */
const laterOf = (dateOfAnswer: Date | undefined, estimatedTime: Date | undefined): Date | undefined =>
	dateOfAnswer && estimatedTime && estimatedTime > dateOfAnswer ? estimatedTime : dateOfAnswer;
