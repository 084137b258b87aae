// Reads the body of a request, JSON or a form: what is refused before a schema is asked.
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type * as z from 'zod';
import { fieldErrorsFromIssues } from '../../src-contract/errors';
import { MEGABYTE } from '../../src-contract/lib/units';
import { HttpError } from './http-error';

const BODY_LIMIT_BYTES = MEGABYTE;
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

const tooLarge = () =>
	// What was not read lies in the connection: it ends with this answer.
	new HttpError(413, 'the request is larger than 1 MiB', [], { Connection: 'close' });

/**
 * The body as Node hands it over. Asking the framework for it would build a web stream first, which takes longer than all
 * that is done with most bodies.
 * @throws HttpError 413 as soon as it is known to be too large; 400 when the line drops within it
 */
function readText({ incoming }: HttpBindings): Promise<string> {
	return new Promise((resolve, reject) => {
		if (Number(incoming.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) throw tooLarge();
		const chunks: Buffer[] = [];
		let bytes = 0;
		incoming.on('data', (chunk: Buffer) => {
			bytes += chunk.length;
			if (bytes > BODY_LIMIT_BYTES) reject(tooLarge());
			else chunks.push(chunk);
		});
		incoming.on('end', () => resolve((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString() ?? ''));
		incoming.on('error', () => reject(new HttpError(400, 'the request ended before its body did')));
	});
}

/** A page of another site can send other types without being asked for its origin. @throws HttpError 415 */
export function requireJson(contentType: string | undefined): void {
	if (!/^application\/json\s*(;|$)/i.test(contentType ?? ''))
		throw new HttpError(415, 'Content-Type must be application/json');
}

/** True when the rest of an unread body is so long, or of unknown length, that the connection is closed instead of read. */
export const isTooLongToSkip = (incoming: HttpBindings['incoming']): boolean =>
	!incoming.complete &&
	(incoming.headers['transfer-encoding'] !== undefined ||
		Number(incoming.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES);

/** @throws HttpError 413, 400 or 422 */
export async function readBody<Schema extends z.ZodType>(
	context: { env: HttpBindings },
	schema: Schema,
): Promise<z.output<Schema>> {
	const text = await readText(context.env);
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		throw new HttpError(400, 'the request is not readable as JSON');
	}
	if (typeof body !== 'object' || body === null || Array.isArray(body))
		throw new HttpError(400, 'the request must be a JSON object');
	if (mayNestDeeper(text, DEEPEST) && nestsDeeper(body, DEEPEST))
		throw new HttpError(400, `the request nests deeper than ${DEEPEST} levels`);
	const result = schema.safeParse(body);
	if (!result.success) throw HttpError.ofFieldErrors(fieldErrorsFromIssues(result.error.issues));
	return result.data;
}

/** The text fields of a posted form. @throws HttpError 400 */
export async function readForm(context: Context): Promise<Record<string, string>> {
	const body = await context.req.parseBody().catch(() => {
		throw new HttpError(400, 'this form cannot be read');
	});
	return Object.fromEntries(
		Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
	);
}
