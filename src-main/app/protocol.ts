// Serves the renderer as app://station/… instead of file://, with a content security policy on every response.
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

const CONTENT_TYPES: Record<string, string> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.woff2': 'font/woff2',
	'.svg': 'image/svg+xml',
	'.json': 'application/json',
};

/**
 * Creates the handler for `protocol.handle`.
 * @param root folder of the built renderer; files outside this folder, and of types not in CONTENT_TYPES, are answered with 404
 */
export function createAppProtocol(root: string) {
	/** @throws URIError when the path cannot be decoded */
	function fileAt(url: string): string | undefined {
		const { host, pathname } = new URL(url);
		const relative = path.normalize(decodeURIComponent(pathname)).replace(/^[/\\]+/, '') || 'index.html';
		const file = path.join(root, relative);
		return host === 'station' && file.startsWith(root + path.sep) ? file : undefined;
	}

	return async ({ url }: { url: string }): Promise<Response> => {
		try {
			const file = fileAt(url);
			const type = file && CONTENT_TYPES[path.extname(file)];
			if (file && type)
				return new Response(await readFile(file), {
					headers: {
						'Content-Type': type,
						'Content-Security-Policy': CONTENT_SECURITY_POLICY,
						'X-Content-Type-Options': 'nosniff',
					},
				});
		} catch {
			// The path cannot be decoded, or there is no such file.
		}
		return new Response(null, { status: 404 });
	};
}
