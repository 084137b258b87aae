// Reads what a service supports. The operations are read from its OpenAPI document, and the support for idempotency keys from
// that document or a header of the health endpoint. Accepts documents with invalid parts. Pure.
import * as z from 'zod';
import { MINUTE_MS, SECOND_MS } from '../../../src-contract/lib/units';
import type { Capabilities, ServiceOperation } from '../service-interface';
import { isRecord } from './rejection-reason';

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
	acceptsFreight: false,
};

/** @param document the parsed OpenAPI document. A document that contains none of the operations is ignored */
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
	return Object.values(operations).includes(true)
		? { operations, isDeclared: true, acceptsFreight: declaresFreight(document) }
		: BASE_CAPABILITIES;
}

/** Whether the request body of the estimate has a property `freight`. */
function declaresFreight(document: unknown): boolean {
	const paths = dutiesBodySchema.safeParse(document).data?.paths ?? {};
	return [OPERATION_PATHS.duties, API_PATH + OPERATION_PATHS.duties].some((path) => paths[path] !== undefined);
}
const dutiesBodySchema = z.object({
	paths: z.record(
		z.string(),
		z
			.object({
				post: z.object({
					requestBody: z.object({
						content: z.object({
							'application/json': z.object({ schema: z.object({ properties: z.object({ freight: z.object({}) }) }) }),
						}),
					}),
				}),
			})
			.optional()
			.catch(undefined),
	),
});

/**
 * How long a service stores idempotency keys. Read from the header of its health endpoint (`Idempotency-Key: ?1;
 * max-age=86400`), which applies to every operation, or else from its OpenAPI document.
 * @param header value of `Idempotency-Key`; null when the header is missing
 * @param openApiDocument the parsed OpenAPI document
 * @param operation the operation whose `Idempotency-Key` parameter is read from the document
 * @returns milliseconds; 0 when the service does not declare support
 */
export function idempotencyKeyRetentionMs(
	header: string | null,
	openApiDocument: unknown,
	operation: ServiceOperation = 'shipments',
): number {
	const headerMatch = header === null ? null : /^\?1\s*(?:;\s*max-age\s*=\s*(\d+))?/.exec(header.trim());
	if (headerMatch) return headerMatch[1] ? Number(headerMatch[1]) * SECOND_MS : DEFAULT_KEY_RETENTION_MS;
	const document = openApiSchema.safeParse(openApiDocument);
	if (!document.success) return 0;
	const parameter = document.data.paths[`${API_PATH}${OPERATION_PATHS[operation]}`]?.post.parameters.find(
		({ name, in: location }) => location === 'header' && name?.toLowerCase() === 'idempotency-key',
	);
	if (!parameter) return 0;
	const seconds = parameter['x-max-age'];
	return typeof seconds === 'number' && seconds > 0 ? seconds * SECOND_MS : DEFAULT_KEY_RETENTION_MS;
}
/** Retention time assumed for a service that declares support for idempotency keys but states no time. */
const DEFAULT_KEY_RETENTION_MS = 15 * MINUTE_MS;
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
