// Converts errors to responses: JSON for the API; an HTML page for the account section, the tracking page and the documentation.
import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { ACCOUNT_PATH, SHIPMENTS_PATH } from './pages/account/paths';
import { respondWithPage } from './pages/page';
import { errorFlag } from './routes/partner-api';
import { classifyStoreError } from './store/store';
import { HttpError } from './transport/http-error';

const RETRY_AFTER_SECONDS = '5';

/** Whether the request is answered with an HTML page. */
const isPageRequest = (context: Context) => /^\/(account|tracking|docs)\b/.test(context.req.path);

/** The response for an expected error. A page uses status 400 instead of 405, 413 and 415, which only the API returns. */
export function toResponse(context: Context, error: HttpError) {
	for (const [name, value] of Object.entries(error.headers)) context.header(name, value);
	if (isPageRequest(context)) {
		const status = error.status === 405 || error.status === 413 || error.status === 415 ? 400 : error.status;
		const link = context.req.path.startsWith(ACCOUNT_PATH)
			? html`<p><a href="${SHIPMENTS_PATH}">API shipments</a></p>`
			: '';
		const body = html`<h1>The request failed</h1><div class="card"><p>${error.message}</p></div>${link}`;
		return respondWithPage(context, 'The request failed', body, { status });
	}
	return context.json({ ...errorFlag(context.req.path), message: error.message, fields: error.fields }, error.status);
}

/** Creates the handler of errors that a route throws. An unexpected error is logged with an id, which the response contains too. */
export const createErrorHandler =
	(log: (event: string, detail: Record<string, unknown>) => void) => (error: Error, context: Context) => {
		if (error instanceof HttpError) return toResponse(context, error);
		const id = randomUUID();
		const cause = classifyStoreError(error);
		log('error', { id, cause, error: error.stack ?? String(error) });
		if (cause === 'full') {
			const message = `The disk of the service is full. Nothing was saved. The administrator must free disk space (id ${id}).`;
			return toResponse(context, new HttpError(503, message));
		}
		if (cause === 'unreachable') {
			const message = `The service cannot reach its database. The request may or may not have been saved. Repeat it with the same Idempotency-Key, or check the account first (id ${id}).`;
			return toResponse(context, new HttpError(503, message, [], { 'Retry-After': RETRY_AFTER_SECONDS }));
		}
		const message = `An internal error occurred. The request may or may not have been saved. Check the account before you repeat it, and report the id ${id}.`;
		if (isPageRequest(context)) {
			const title = 'An error occurred';
			return respondWithPage(context, title, html`<h1>${title}</h1><p>${message}</p>`, { status: 500 });
		}
		return context.json({ ...errorFlag(context.req.path), message }, 500);
	};
