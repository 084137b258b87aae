// Serves the screens as app://station/… instead of file://, with the content security policy on every answer.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export const APP_SCHEME = 'app';
export const APP_ORIGIN = `${APP_SCHEME}://station`;

const CONTENT_SECURITY_POLICY = [
	"default-src 'self'",
	"img-src 'self' data: blob:",
	"object-src 'none'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join('; ');

const TYPES: Record<string, string> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.woff2': 'font/woff2',
	'.svg': 'image/svg+xml',
	'.json': 'application/json',
};

/** @param root the folder of the built screens; nothing outside it is ever answered */
export function createAppProtocol(root: string) {
	return async (request: { url: string }): Promise<Response> => {
		const { host, pathname } = new URL(request.url);
		const relative = path.normalize(decodeURIComponent(pathname)).replace(/^[/\\]+/, '') || 'index.html';
		const file = path.join(root, relative);
		const type = TYPES[path.extname(file)];
		if (host !== 'station' || !file.startsWith(root + path.sep) || !type)
			return new Response('not found', { status: 404 });
		try {
			return new Response(new Uint8Array(await readFile(file)), {
				headers: {
					'Content-Type': type,
					'Content-Security-Policy': CONTENT_SECURITY_POLICY,
					'X-Content-Type-Options': 'nosniff',
				},
			});
		} catch {
			return new Response('not found', { status: 404 });
		}
	};
}
