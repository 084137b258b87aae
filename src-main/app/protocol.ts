// Serves the screens as app://station/… instead of file://, with the content security policy on every answer.
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

/** Of Chromium's list of net errors. */
const NET_ERROR_FILE_NOT_FOUND = -6;

const TYPES: Record<string, string> = {
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
 * Hands over files by their place, which Chromium then reads by itself. `protocol.handle`, for which Electron has marked this
 * way of answering as deprecated, takes every byte through streams of this thread, and loads the runtime's fetch for them:
 * more than 50 ms of each start.
 * @param root the folder of the built screens; nothing outside it is ever answered
 */
export function createAppProtocol(root: string) {
	function fileAt(url: string): AppFile | undefined {
		const { host, pathname } = new URL(url);
		const relative = path.normalize(decodeURIComponent(pathname)).replace(/^[/\\]+/, '') || 'index.html';
		const file = path.join(root, relative);
		const type = TYPES[path.extname(file)];
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
		let found: AppFile | undefined;
		try {
			found = fileAt(url);
		} catch {
			// An address that cannot be decoded names no file.
		}
		answer(found ?? { error: NET_ERROR_FILE_NOT_FOUND });
	};
}
