// The one place where errors become responses: JSON for the API, a page for people.
import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { ACCOUNT_PATH } from './pages/account/paths';
import { respond } from './pages/page';
import { errorFlag } from './routes/partner-api';
import { storeError } from './store/store';
import { HttpError } from './transport/http-error';

const RETRY_AFTER_SECONDS = '5';

const isPage = (context: Context) => /^\/(account|tracking|docs)\b/.test(context.req.path);

/** The response of a request that is not carried out. */
export function toResponse(context: Context, error: HttpError) {
	for (const [name, value] of Object.entries(error.headers)) context.header(name, value);
	if (isPage(context)) {
		const status = error.status === 413 || error.status === 415 || error.status === 405 ? 400 : error.status;
		const body = html`<h1>This did not work</h1><div class="card"><p>${error.message}</p></div><p><a href="${ACCOUNT_PATH}/shipments">API shipments</a></p>`;
		return respond(context, 'This did not work', body, { status });
	}
	return context.json({ ...errorFlag(context.req.path), message: error.message, fields: error.fields }, error.status);
}

/** Errors thrown by any route. One that is not an HttpError is logged under an id, which the response names. */
export const createErrorHandler =
	(log: (event: string, detail: Record<string, unknown>) => void) => (error: Error, context: Context) => {
		if (error instanceof HttpError) return toResponse(context, error);
		const id = randomUUID();
		const trouble = storeError(error);
		log('error', { id, trouble, error: error.stack ?? String(error) });
		if (trouble === 'full') {
			return toResponse(
				context,
				new HttpError(503, `The service's disk is full: nothing was kept. Its keeper must make room (id ${id}).`),
			);
		}
		if (trouble === 'unreachable') {
			const message = `The service cannot reach its database. What was sent may or may not have been kept: repeat it under the same Idempotency-Key, or look in the account first (id ${id}).`;
			return toResponse(context, new HttpError(503, message, [], { 'Retry-After': RETRY_AFTER_SECONDS }));
		}
		const message = `The service failed. What was sent may or may not have been kept: look in the account before sending it again; report the id ${id}.`;
		if (isPage(context)) return respond(context, 'A fault', html`<h1>A fault</h1><p>${message}</p>`, { status: 500 });
		return context.json({ ...errorFlag(context.req.path), message }, 500);
	};
