// Serves the renderer as app://station/… instead of file://, with a content security policy on every response.
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

/** Chromium net error code. */
const NET_ERROR_FILE_NOT_FOUND = -6;

const CONTENT_TYPES: Record<string, string> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.woff2': 'font/woff2',
	'.svg': 'image/svg+xml',
	'.json': 'application/json',
};

interface AppFile {
	path: string;
	headers: Record<string, string>;
}

/**
 * Creates the handler for `protocol.registerFileProtocol`. The handler answers a request with the path of a file; Chromium reads
 * the file.
 * Electron has deprecated this API in favour of `protocol.handle`, which would stream every byte through this thread and load the
 * runtime's fetch; that costs over 50 ms per start.
 * @param root folder of the built renderer; requests fail for files outside this folder and for types not in CONTENT_TYPES
 */
export function createAppProtocol(root: string) {
	function fileAt(url: string): AppFile | undefined {
		const { host, pathname } = new URL(url);
		const relative = path.normalize(decodeURIComponent(pathname)).replace(/^[/\\]+/, '') || 'index.html';
		const file = path.join(root, relative);
		const type = CONTENT_TYPES[path.extname(file)];
		if (host !== 'station' || !file.startsWith(root + path.sep) || !type) return undefined;
		return {
			path: file,
			headers: {
				'Content-Type': type,
				'Content-Security-Policy': CONTENT_SECURITY_POLICY,
				'X-Content-Type-Options': 'nosniff',
			},
		};
	}

	return ({ url }: { url: string }, answer: (file: AppFile | { error: number }) => void): void => {
		let file: AppFile | undefined;
		try {
			file = fileAt(url);
		} catch {
			// A URL that cannot be decoded matches no file.
		}
		answer(file ?? { error: NET_ERROR_FILE_NOT_FOUND });
	};
}
