// What the service's OpenAPI document, or a header of its health, says it offers. Read leniently. Pure.
import * as z from 'zod';
import { MINUTE_MS, SECOND_MS } from '../../../src-contract/lib/units';
import type { Capabilities, ServiceOperation } from '../port';
import { isRecord } from './refusal-reason';

const API_PATH = '/partners-api/v1';
/** The path of each operation below that of the API. */
const OPERATION_PATHS: Record<ServiceOperation, string> = {
	rates: '/rates',
	shipments: '/shipments',
	duties: '/duties-taxes-estimate',
};
/** The operations of the specification, which a service without a document offers. */
export const BASE_CAPABILITIES: Capabilities = {
	operations: { rates: true, shipments: true, duties: true },
	isDeclared: false,
};

/** @param document as it was parsed; one that names none of the operations says nothing of them */
export function readCapabilities(document: unknown): Capabilities {
	const paths = isRecord(document) && isRecord(document.paths) ? document.paths : {};
	// Paths are relative to the document's server, which may have the path of the API or not.
	const posted = Object.entries(paths).flatMap(([path, item]) =>
		isRecord(item) && item.post !== undefined ? [path.replace(/\/+$/, '').replace(API_PATH, '')] : [],
	);
	const offers = (operation: ServiceOperation) => posted.includes(OPERATION_PATHS[operation]);
	const operations = { rates: offers('rates'), shipments: offers('shipments'), duties: offers('duties') };
	return Object.values(operations).includes(true) ? { operations, isDeclared: true } : BASE_CAPABILITIES;
}

/**
 * Whether a service keeps Idempotency-Keys, and for how long: as a header of its health says it (`Idempotency-Key: ?1; max-age=86400`),
 * or else its OpenAPI document. 0: it does not say so.
 * @param operation whose parameter counts in the document; the header counts for every operation
 */
export function idempotencyKeyRetentionMs(
	header: string | null,
	openApi: unknown,
	operation: ServiceOperation = 'shipments',
): number {
	const stated = header === null ? null : /^\?1\s*(?:;\s*max-age\s*=\s*(\d+))?/.exec(header.trim());
	if (stated) return stated[1] ? Number(stated[1]) * SECOND_MS : MIN_KEY_RETENTION_MS;
	const document = openApiSchema.safeParse(openApi);
	if (!document.success) return 0;
	const parameter = document.data.paths[`${API_PATH}${OPERATION_PATHS[operation]}`]?.post.parameters.find(
		({ name, in: location }) => location === 'header' && name?.toLowerCase() === 'idempotency-key',
	);
	if (!parameter) return 0;
	const seconds = parameter['x-max-age'];
	return typeof seconds === 'number' && seconds > 0 ? seconds * SECOND_MS : MIN_KEY_RETENTION_MS;
}
/** A service that keeps keys keeps them as long as a dropped line takes to come back. */
const MIN_KEY_RETENTION_MS = 15 * MINUTE_MS;
const openApiSchema = z.object({
	paths: z.record(
		z.string(),
		z.object({
			post: z
				.object({
					parameters: z
						.array(
							z.object({
								name: z.string().optional(),
								in: z.string().optional(),
								'x-max-age': z.unknown().optional(),
							}),
						)
						.catch([]),
				})
				.catch({ parameters: [] }),
		}),
	),
});
