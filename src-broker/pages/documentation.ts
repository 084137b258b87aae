// The API reference at /docs: the page, its script, and the library that draws the OpenAPI document (@scalar/api-reference).
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { constants, brotliCompress as startBrotli } from 'node:zlib';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';

const brotliCompress = promisify(startBrotli);
const NONCE_BYTES = 16;
/** At this level, compression takes 0.3 s. Higher levels take many times as long for a file that is hardly smaller. */
const BROTLI_QUALITY = 6;

interface Script {
	source: Buffer;
	compressed: Buffer;
	etag: string;
}

async function loadScript(file: string): Promise<Script> {
	const source = await readFile(file);
	const compressed = await brotliCompress(source, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
	return { source, compressed, etag: `"${createHash('sha256').update(source).digest('base64url')}"` };
}

/** Responds with a script, or with 304 when the browser has it already. */
function respondWithScript(context: Context, { source, compressed, etag }: Script) {
	context.header('ETag', etag);
	context.header('Cache-Control', 'no-cache');
	context.header('Vary', 'Accept-Encoding');
	context.header('X-Content-Type-Options', 'nosniff');
	if (context.req.header('If-None-Match') === etag) return context.body(null, 304);
	context.header('Content-Type', 'text/javascript; charset=utf-8');
	if (!/\bbr\b/.test(context.req.header('Accept-Encoding') ?? '')) return context.body(new Uint8Array(source));
	context.header('Content-Encoding', 'br');
	return context.body(new Uint8Array(compressed));
}

export function createDocumentationRoutes(resourcesDir: string) {
	const documentation = new Hono();
	const scriptFiles = {
		'start.js': path.join(resourcesDir, 'reference', 'start.js'),
		'library.js': path.join(
			resourcesDir,
			...['..', 'node_modules', '@scalar', 'api-reference', 'dist', 'browser', 'standalone.js'],
		),
	};
	const loadedScripts = new Map<string, Promise<Script>>();

	for (const [name, file] of Object.entries(scriptFiles)) {
		documentation.get(`/${name}`, async (context) => {
			let script = loadedScripts.get(name);
			if (!script) {
				script = loadScript(file);
				loadedScripts.set(name, script);
				// The next request tries again: the file may be readable by then.
				script.catch(() => loadedScripts.delete(name));
			}
			return respondWithScript(context, await script);
		});
	}

	documentation.get('/', (context) => {
		const nonce = randomBytes(NONCE_BYTES).toString('base64url');
		// Styles need the nonce, because the library adds style elements while it runs.
		context.header(
			'Content-Security-Policy',
			`default-src 'none'; script-src 'self'; style-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
		);
		context.header('X-Content-Type-Options', 'nosniff');
		context.header('Referrer-Policy', 'no-referrer');
		context.header('Cache-Control', 'no-store');
		return context.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta property="csp-nonce" content="${nonce}">
<title>Partner shipping service: API reference</title>
<script defer src="/docs/start.js"></script>
</head>
<body>
<div id="reference"></div>
<noscript><h1>Partner shipping service</h1><p>This page needs JavaScript. The OpenAPI document has the same content: <a href="/openapi.json">openapi.json</a>.</p></noscript>
</body>
</html>`);
	});
	return documentation;
}
