// Reads a JSON body: what is refused before a schema is asked.
import type { Context } from 'hono';
import type * as z from 'zod';
import { faultsFromIssues } from '../../src-contract/errors';
import { Refusal } from '../refusal';

export const BODY_LIMIT_BYTES = 1024 * 1024;
/** The deepest request of the specification nests four levels. */
const DEEPEST = 32;

/** True when objects and lists nest deeper than that; walks without recursion, so that depth cannot break it. */
function nestsDeeper(value: object, deepest: number): boolean {
	let level: object[] = [value];
	for (let depth = 1; level.length > 0; depth += 1) {
		if (depth > deepest) return true;
		level = level.flatMap((item) =>
			Object.values(item).filter((inner): inner is object => typeof inner === 'object' && inner !== null),
		);
	}
	return false;
}

/** False when a text opens too few objects and lists to nest deeper than that, which most do. */
function mayNestDeeper(text: string, deepest: number): boolean {
	let opened = 0;
	for (let index = 0; index < text.length && opened <= deepest; index += 1) {
		const code = text.charCodeAt(index);
		if (code === 0x5b || code === 0x7b) opened += 1;
	}
	return opened > deepest;
}

/** @throws Refusal 415, 400 or 422 */
export async function readBody<Schema extends z.ZodType>(context: Context, schema: Schema): Promise<z.output<Schema>> {
	if (!/^application\/json\s*(;|$)/i.test(context.req.header('Content-Type') ?? '')) {
		throw new Refusal(415, 'Content-Type must be application/json');
	}
	let body: unknown;
	let text = '';
	try {
		text = await context.req.text();
		body = JSON.parse(text);
	} catch (error) {
		if (error instanceof Refusal) throw error;
		throw new Refusal(400, 'the request is not readable as JSON');
	}
	if (typeof body !== 'object' || body === null || Array.isArray(body))
		throw new Refusal(400, 'the request must be a JSON object');
	if (mayNestDeeper(text, DEEPEST) && nestsDeeper(body, DEEPEST))
		throw new Refusal(400, `the request nests deeper than ${DEEPEST} levels`);
	const result = schema.safeParse(body);
	if (!result.success) throw Refusal.ofFaults(faultsFromIssues(result.error.issues));
	return result.data;
}
