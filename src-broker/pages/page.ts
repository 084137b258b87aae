// The layout of the service's HTML pages, except the API reference. They have one inline stylesheet, no scripts and no external resources.
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';

export type Markup = ReturnType<typeof html>;

const STYLE = `
:root { --ink: #1c2430; --soft: #5b6675; --line: #dfe3e9; --ground: #f7f8fa; --paper: #fff; --accent: #2450c8; --bad: #a92020; --good: #0f6b3d; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7ebf1; --soft: #a2adbb; --line: #2f3845; --ground: #12161c; --paper: #1a2029; --accent: #8fb0ff; --bad: #ff9b9b; --good: #71d09a; } }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0; color: var(--ink); background: var(--ground); }
header, main { max-width: 68rem; margin: 0 auto; padding: .8rem 1.2rem; }
header { display: flex; gap: 1rem; align-items: center; } header strong { margin-right: auto; }
h1 { font-size: 1.35rem; margin: .4rem 0 1rem; } h2 { font-size: 1rem; margin: 1.4rem 0 .5rem; }
a { color: var(--accent); } small, .soft { color: var(--soft); } code { font-size: 1.05em; letter-spacing: .03em; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: .4rem; padding: .9rem 1.1rem; margin-bottom: 1rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; font-weight: 600; color: var(--soft); } th, td { padding: .4rem .6rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; } tr:last-child td { border-bottom: 0; } .number { text-align: right; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: 9rem 1fr; gap: .35rem 1rem; margin: 0; } dt { color: var(--soft); } dd { margin: 0; }
form.inline { display: inline; } fieldset { border: 0; padding: 0; margin: 0 0 1rem; display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .6rem .9rem; } fieldset.line { grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); } legend { font-weight: 600; padding: .4rem 0; }
label { display: block; font-size: .87rem; color: var(--soft); } label.tick { display: flex; gap: .4rem; align-items: center; align-self: end; color: var(--ink); }
input, select { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: .3rem; padding: .35rem .5rem; width: 100%; } label.tick input { width: auto; } input[aria-invalid] , select[aria-invalid] { border-color: var(--bad); }
button { font: inherit; border: 1px solid var(--line); background: var(--paper); color: inherit; border-radius: .3rem; padding: .4rem .9rem; cursor: pointer; } button.main { background: var(--accent); border-color: var(--accent); color: var(--paper); font-weight: 600; } button.plain { border: 0; background: none; color: var(--accent); padding: 0; text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.error { color: var(--bad); font-size: .87rem; } .alert { border-color: var(--bad); } .done { color: var(--good); } .row { display: flex; gap: .6rem; flex-wrap: wrap; align-items: end; }
`;
const STYLE_DIGEST = createHash('sha256').update(STYLE).digest('base64');
const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** Responds with a page. The Content-Security-Policy allows only the page's own stylesheet, and forms to this service. */
export function respondWithPage(
	context: Context,
	title: string,
	body: Markup,
	{
		status = 200,
		navigation,
	}: { status?: 200 | 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500 | 503; navigation?: Markup } = {},
) {
	context.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
	context.header('X-Content-Type-Options', 'nosniff');
	context.header('Referrer-Policy', 'same-origin');
	return context.html(
		html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>${navigation ?? ''}<main>${body}</main></body>
</html>`,
		status,
	);
}

/** A time as `2026-11-21 10:04 UTC`. @param iso ISO 8601, in UTC */
export function timeElement(iso: string): Markup {
	return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}
