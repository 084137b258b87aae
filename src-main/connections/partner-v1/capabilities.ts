// What a service says of itself.
import * as z from 'zod';

/**
 * Whether a service keeps Idempotency-Keys, and for how long: as a header of its health says it (`Idempotency-Key: ?1; max-age=86400`),
 * or else its OpenAPI document. 0: it does not say so.
 */
export function keysKeptForMs(header: string | null, openApi: unknown): number {
	const stated = header === null ? null : /^\?1\s*(?:;\s*max-age\s*=\s*(\d+))?/.exec(header.trim());
	if (stated) return stated[1] ? Number(stated[1]) * 1000 : MIN_KEY_RETENTION_MS;
	const document = openApiSchema.safeParse(openApi);
	if (!document.success) return 0;
	const parameter = document.data.paths['/partners-api/v1/shipments']?.post.parameters.find(
		({ name, in: location }) => location === 'header' && name?.toLowerCase() === 'idempotency-key',
	);
	if (!parameter) return 0;
	const seconds = parameter['x-max-age'];
	return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : MIN_KEY_RETENTION_MS;
}
/** A service that keeps keys keeps them as long as a dropped line takes to come back. */
const MIN_KEY_RETENTION_MS = 15 * 60_000;
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
