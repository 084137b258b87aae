// Serves the font files of the pages. They are public, and browsers may cache them for 30 days.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Hono } from 'hono';
import { isKeyOf } from '../../src-contract/lib/keys';
import { HttpError } from '../transport/http-error';
import { FONT_FILES } from './style';

const CACHE_CONTROL = 'public, max-age=2592000';

export function createFontRoutes(resourcesDir: string) {
	const fonts = new Hono();
	fonts.get('/:name', async (context) => {
		const name = context.req.param('name');
		if (!isKeyOf(FONT_FILES, name)) throw new HttpError(404, 'There is no such font.');
		const bytes = await readFile(path.join(resourcesDir, 'fonts', FONT_FILES[name].file));
		return context.body(new Uint8Array(bytes), 200, { 'Content-Type': 'font/woff2', 'Cache-Control': CACHE_CONTROL });
	});
	return fonts;
}
