// The layout of the service's HTML pages, except the API reference. They have one inline stylesheet and no scripts, and load nothing but
// the service's fonts.
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { STYLE } from './style';

export type Markup = ReturnType<typeof html>;

const STYLE_DIGEST = createHash('sha256').update(STYLE).digest('base64');
const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

interface PageOptions {
	status?: 200 | 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500 | 503;
	/** HTML before the main part. */
	navigation?: Markup;
	/** HTML after the main part. */
	footer?: Markup;
	/** Language of the texts as a BCP 47 tag. Default: en. */
	language?: string;
	/** CSS class of the main part and the footer. Default: none. */
	layout?: 'tracking';
}

/** Responds with a page. The Content-Security-Policy allows only the page's own stylesheet and fonts, and forms to this service. */
export function respondWithPage(
	context: Context,
	title: string,
	body: Markup,
	{ status = 200, navigation, footer, language = 'en', layout }: PageOptions = {},
) {
	context.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
	context.header('X-Content-Type-Options', 'nosniff');
	context.header('Referrer-Policy', 'same-origin');
	return context.html(
		html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>${navigation ?? ''}<main class="${layout ?? ''}">${body}</main>${footer ? html`<footer class="${layout ?? ''}">${footer}</footer>` : ''}</body>
</html>`,
		status,
	);
}
