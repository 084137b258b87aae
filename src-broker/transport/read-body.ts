// Reads and validates the body of a request, JSON or a form.
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type * as z from 'zod';
import { fieldErrorsFromIssues } from '../../src-contract/errors';
import { MEGABYTE } from '../../src-contract/lib/units';
import { HttpError } from './http-error';

const BODY_LIMIT_BYTES = MEGABYTE;
/** Maximum nesting of a body in levels. The specification needs four. */
const MAX_DEPTH = 32;

/** Whether objects and arrays nest deeper than `maxDepth`. Does not recurse, so deep input cannot overflow the stack. */
function isNestedDeeper(value: object, maxDepth: number): boolean {
	let level: object[] = [value];
	for (let depth = 1; level.length > 0; depth += 1) {
		if (depth > maxDepth) return true;
		level = level.flatMap((item) =>
			Object.values(item).filter((inner): inner is object => typeof inner === 'object' && inner !== null),
		);
	}
	return false;
}

/** Quick test before the exact one: JSON text with at most `maxDepth` opening brackets cannot be nested deeper. */
function mayBeNestedDeeper(text: string, maxDepth: number): boolean {
	let openingBrackets = 0;
	for (let index = 0; index < text.length && openingBrackets <= maxDepth; index += 1) {
		const code = text.charCodeAt(index);
		if (code === 0x5b || code === 0x7b) openingBrackets += 1;
	}
	return openingBrackets > maxDepth;
}

const tooLargeError = () =>
	// Closes the connection, because it still contains the unread rest of the body.
	new HttpError(413, 'The request is larger than 1 MiB.', [], { Connection: 'close' });

/**
 * Reads the body from the Node stream. The method of the framework first creates a web stream, which takes longer than processing
 * most bodies.
 * @throws HttpError 413 as soon as the body exceeds the limit; 400 when the connection breaks
 */
function readText({ incoming }: HttpBindings): Promise<string> {
	return new Promise((resolve, reject) => {
		if (Number(incoming.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) throw tooLargeError();
		const chunks: Buffer[] = [];
		let bytes = 0;
		incoming.on('data', (chunk: Buffer) => {
			bytes += chunk.length;
			if (bytes > BODY_LIMIT_BYTES) reject(tooLargeError());
			else chunks.push(chunk);
		});
		incoming.on('end', () => resolve((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString() ?? ''));
		incoming.on('error', () => reject(new HttpError(400, 'The request ended before its body was complete.')));
	});
}

/** Requires JSON, because pages of other websites can send other types without a CORS preflight. @throws HttpError 415 */
export function requireJson(contentType: string | undefined): void {
	if (!/^application\/json\s*(;|$)/i.test(contentType ?? ''))
		throw new HttpError(415, 'Content-Type must be application/json.');
}

/** Whether the rest of the request's body may be too long to read and discard. The connection must then be closed. */
export const isUnreadBodyTooLong = (incoming: HttpBindings['incoming']): boolean =>
	!incoming.complete &&
	(incoming.headers['transfer-encoding'] !== undefined ||
		Number(incoming.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES);

/**
 * Reads a JSON object and validates it.
 * @throws HttpError 413 (too large), 400 (not a JSON object, or nested too deeply) or 422 (field errors)
 */
export async function readBody<Schema extends z.ZodType>(
	context: { env: HttpBindings },
	schema: Schema,
): Promise<z.output<Schema>> {
	const text = await readText(context.env);
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		throw new HttpError(400, 'The request is not valid JSON.');
	}
	if (typeof body !== 'object' || body === null || Array.isArray(body))
		throw new HttpError(400, 'The request must be a JSON object.');
	if (mayBeNestedDeeper(text, MAX_DEPTH) && isNestedDeeper(body, MAX_DEPTH))
		throw new HttpError(400, `The request may be nested at most ${MAX_DEPTH} levels deep.`);
	const result = schema.safeParse(body);
	if (!result.success) throw HttpError.ofFieldErrors(fieldErrorsFromIssues(result.error.issues));
	return result.data;
}

/**
 * Limits the size of forms, because larger ones would take too long to parse: 4 MB of short fields take seconds.
 * @param maxSize in bytes
 * @returns middleware that throws HttpError 413
 */
export const limitFormSize = (maxSize: number): MiddlewareHandler =>
	bodyLimit({
		maxSize,
		onError: () => {
			throw new HttpError(413, 'The form is too large.');
		},
	});

/** The text fields of a submitted form by name. @throws HttpError 400 when the form cannot be parsed */
export async function readForm(context: Context): Promise<Record<string, string>> {
	const body = await context.req.parseBody().catch(() => {
		throw new HttpError(400, 'The form cannot be read.');
	});
	return Object.fromEntries(
		Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
	);
}
