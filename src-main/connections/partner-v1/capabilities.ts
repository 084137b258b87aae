// Reads what a service supports from its OpenAPI document or from a header of its health endpoint. Lenient. Pure.
import * as z from 'zod';
import { MINUTE_MS, SECOND_MS } from '../../../src-contract/lib/units';
import type { Capabilities, ServiceOperation } from '../port';
import { isRecord } from './refusal-reason';

const API_PATH = '/partners-api/v1';
/** Path of each operation below `API_PATH`. */
const OPERATION_PATHS: Record<ServiceOperation, string> = {
	rates: '/rates',
	shipments: '/shipments',
	duties: '/duties-taxes-estimate',
};
/** The operations of the specification, assumed for a service without an OpenAPI document. */
export const BASE_CAPABILITIES: Capabilities = {
	operations: { rates: true, shipments: true, duties: true },
	isDeclared: false,
};

/** @param document the parsed OpenAPI document; one without any of the operations is ignored */
export function readCapabilities(document: unknown): Capabilities {
	const paths = isRecord(document) && isRecord(document.paths) ? document.paths : {};
	// Paths are relative to the server URL of the document, which may or may not include the API path.
	const postPaths = Object.entries(paths).flatMap(([path, item]) =>
		isRecord(item) && item.post !== undefined ? [path.replace(/\/+$/, '').replace(API_PATH, '')] : [],
	);
	const isSupported = (operation: ServiceOperation) => postPaths.includes(OPERATION_PATHS[operation]);
	const operations = {
		rates: isSupported('rates'),
		shipments: isSupported('shipments'),
		duties: isSupported('duties'),
	};
	return Object.values(operations).includes(true) ? { operations, isDeclared: true } : BASE_CAPABILITIES;
}

/**
 * How long a service stores Idempotency-Keys: from the header of its health endpoint (`Idempotency-Key: ?1;
 * max-age=86400`), which applies to every operation, or else from its OpenAPI document.
 * @param operation whose parameter in the document is read
 * @returns milliseconds; 0 when the service does not declare support
 */
export function idempotencyKeyRetentionMs(
	header: string | null,
	openApi: unknown,
	operation: ServiceOperation = 'shipments',
): number {
	const declared = header === null ? null : /^\?1\s*(?:;\s*max-age\s*=\s*(\d+))?/.exec(header.trim());
	if (declared) return declared[1] ? Number(declared[1]) * SECOND_MS : MIN_KEY_RETENTION_MS;
	const document = openApiSchema.safeParse(openApi);
	if (!document.success) return 0;
	const parameter = document.data.paths[`${API_PATH}${OPERATION_PATHS[operation]}`]?.post.parameters.find(
		({ name, in: location }) => location === 'header' && name?.toLowerCase() === 'idempotency-key',
	);
	if (!parameter) return 0;
	const seconds = parameter['x-max-age'];
	return typeof seconds === 'number' && seconds > 0 ? seconds * SECOND_MS : MIN_KEY_RETENTION_MS;
}
/** Assumed retention of a service that declares support without a time. */
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
