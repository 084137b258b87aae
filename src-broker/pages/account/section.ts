// The account's API shipments section: drafts and bookings of one account, for a person with a browser and no script.
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { type FieldFault, faultsFromIssues } from '../../../src-contract/errors';
import { type ShipmentRequest, shipmentRequestSchema } from '../../../src-contract/partner-api';
import type { Accounts } from '../../accounts/accounts';
import { SESSION_SECONDS, type Session, type Sessions, sameText } from '../../accounts/sessions';
import { pickupCalendar, pickupOf } from '../../booking/pickup';
import { requestOf, type Shipments } from '../../booking/shipments';
import type { Calendar } from '../../rating/calendar';
import { addressOf } from '../../transport/foreign-request';
import { HttpError } from '../../transport/http-error';
import type { createRateLimit } from '../../transport/rate-limit';
import { type Markup, respond, STATUS_WORDS, time } from '../page';
import { journey } from '../tracking';
import { draftFields, renumbered, toForm, toRequest } from './draft-form';

export const ACCOUNT_PATH = '/account';
const HOME = `${ACCOUNT_PATH}/shipments`;
const SIGN_IN = `${ACCOUNT_PATH}/sign-in`;
const COOKIE = 'waybill_session';
const PAGE_ROWS = 25;
const LONGEST_KEY = 200;
const FORM_LIMIT_BYTES = 512 * 1024;

export interface AccountDependencies {
	accounts: Accounts;
	sessions: Sessions;
	shipments: Shipments;
	calendar: Calendar;
	/** Slows guesses of a secret down, by key. */
	takeSignIn: ReturnType<typeof createRateLimit>;
	secureCookie: () => boolean;
}

type Row = NonNullable<Awaited<ReturnType<Shipments['ofAccount']>>>;

function navigation({ account, csrf }: Session): Markup {
	return html`<header><strong>API shipments</strong><a href="${HOME}">Shipments</a><span class="soft">${account.name}</span>
<form class="inline" method="post" action="${ACCOUNT_PATH}/sign-out"><input type="hidden" name="csrf" value="${csrf}"><button class="plain">Sign out</button></form></header>`;
}

function signInForm(message = ''): Markup {
	return html`<h1>API shipments</h1><form class="card" method="post" action="${SIGN_IN}">
${message && html`<p class="fault" role="alert">${message}</p>`}
<fieldset><label>Key<input name="key" autocomplete="username" required autofocus></label>
<label>Secret<input name="secret" type="password" autocomplete="current-password" required></label></fieldset>
<button class="main">Sign in</button></form>`;
}

async function formOf(context: Context): Promise<Record<string, string>> {
	const body = await context.req.parseBody().catch(() => {
		throw new HttpError(400, 'this form cannot be read');
	});
	return Object.fromEntries(
		Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
	);
}

export function createAccountSection(dependencies: AccountDependencies) {
	const { accounts, sessions, shipments, calendar } = dependencies;
	const section = new Hono<{ Variables: { session: Session } }>();

	section.use(
		bodyLimit({
			maxSize: FORM_LIMIT_BYTES,
			onError: () => {
				throw new HttpError(413, 'the form is too large');
			},
		}),
	);
	section.use(async (context, next) => {
		context.header('Cache-Control', 'no-store');
		await next();
	});

	section.get('/sign-in', (context) => respond(context, 'Sign in', signInForm()));
	section.post('/sign-in', async (context) => {
		const form = await formOf(context);
		const key = (form.key ?? '').trim().slice(0, LONGEST_KEY);
		dependencies.takeSignIn(key);
		const account = await accounts.authenticate(`${key}@${(form.secret ?? '').trim()}`, addressOf(context));
		if (!account)
			return respond(context, 'Sign in', signInForm('This key and secret do not belong together.'), { status: 401 });
		setCookie(context, COOKIE, await sessions.open(account), {
			httpOnly: true,
			sameSite: 'Strict',
			path: ACCOUNT_PATH,
			maxAge: SESSION_SECONDS,
			secure: dependencies.secureCookie(),
		});
		return context.redirect(HOME, 303);
	});

	section.use(async (context, next) => {
		const session = await sessions.find(getCookie(context, COOKIE));
		if (!session) return context.redirect(SIGN_IN, 303);
		if (context.req.method === 'POST') {
			const { csrf = '' } = await formOf(context);
			if (!sameText(csrf, session.csrf))
				throw new HttpError(403, 'this form is not of this session; open the page again and repeat');
		}
		context.set('session', session);
		await next();
		return undefined;
	});

	section.post('/sign-out', async (context) => {
		await sessions.close(getCookie(context, COOKIE) ?? '');
		deleteCookie(context, COOKIE, { path: ACCOUNT_PATH });
		return context.redirect(SIGN_IN, 303);
	});

	section.get('/', (context) => context.redirect(HOME, 303));
	section.get('/shipments', async (context) => {
		const session = context.get('session');
		const text = context.req.query('q') ?? '';
		const asked = context.req.query('before') ?? '';
		const before = /^\d{1,9}$/.test(asked) ? Number(asked) : undefined;
		const rows = await shipments.list(session.account, text, before, PAGE_ROWS + 1);
		const shown = rows.slice(0, PAGE_ROWS);
		const older = rows.length > PAGE_ROWS ? shown.at(-1)?.id : undefined;
		const query = (beforeId?: number) =>
			`?${new URLSearchParams({ ...(text && { q: text }), ...(beforeId && { before: String(beforeId) }) })}`;
		return respond(
			context,
			'API shipments',
			html`<h1>API shipments</h1>
<form class="row" method="get" action="${HOME}" role="search"><label>Search<input name="q" value="${text}" placeholder="Recipient, reference, tracking number, city"></label><button>Search</button></form>
<div class="card">${
				shown.length === 0
					? html`<p>${text ? 'No shipment holds all these words.' : 'No shipments yet: they appear here when they are created over the interface.'}</p>`
					: table(shown)
			}</div>
<p class="row">${before ? html`<a href="${HOME}${query()}">Newest</a>` : ''}${older ? html`<a rel="next" href="${HOME}${query(older)}">Older</a>` : ''}</p>`,
			{ navigation: navigation(session) },
		);
	});

	async function own(context: Context<{ Variables: { session: Session } }>): Promise<Row> {
		const id = context.req.param('id') ?? '';
		const row = /^\d{1,9}$/.test(id)
			? await shipments.ofAccount(context.get('session').account, Number(id))
			: undefined;
		if (!row) throw new HttpError(404, 'there is no such shipment in this account');
		return row;
	}

	function draftPage(
		context: Context<{ Variables: { session: Session } }>,
		row: Row,
		form: Record<string, string>,
		faults: readonly FieldFault[],
		saved = false,
	) {
		const session = context.get('session');
		const draft = requestOf(row);
		const options = shipments.offersFor(session.account, draft).map(({ option }) => ({
			productId: option.productId,
			label: `${option.carrier} ${option.product}, ${option.price.toFixed(2)} EUR`,
		}));
		return respond(
			context,
			`Draft ${row.id}`,
			html`<h1>Draft ${row.id}</h1>
${saved ? html`<p class="done" role="status">Saved.</p>` : ''}
${faults.length > 0 ? html`<div class="card alert" role="alert"><p class="fault">Nothing was changed. ${faults.map(({ path, message }) => html`<br>${path}: ${message}`)}</p></div>` : ''}
<form class="card" method="post" action="${HOME}/${row.id}"><input type="hidden" name="csrf" value="${session.csrf}">
${draftFields(form, faults, options)}
<p class="row"><button name="action" value="save">Save</button><button class="main" name="action" value="book">Save and book</button></p></form>`,
			{ navigation: navigation(session), status: faults.length > 0 ? 422 : 200 },
		);
	}

	section.get('/shipments/:id', async (context) => {
		const row = await own(context);
		const request = requestOf(row);
		if (row.status === 'draft')
			return draftPage(context, row, toForm(request), [], context.req.query('saved') !== undefined);
		return respond(context, `Shipment ${row.id}`, await bookedPage(row, request), {
			navigation: navigation(context.get('session')),
		});
	});

	section.post('/shipments/:id', async (context) => {
		const row = await own(context);
		if (row.status !== 'draft') throw new HttpError(409, 'this shipment is no draft any more: it was booked meanwhile');
		const { csrf: _csrf, action, ...typed } = await formOf(context);
		const form = renumbered(typed);
		const result = shipmentRequestSchema.safeParse(toRequest(form));
		if (!result.success) return draftPage(context, row, form, faultsFromIssues(result.error.issues));
		const { bookShipment, inlineLabel } = requestOf(row);
		const request = { ...result.data, bookShipment, inlineLabel };
		try {
			await shipments.changeDraft(context.get('session').account, row.id, request, action === 'book');
		} catch (error) {
			if (error instanceof HttpError && error.status === 422) return draftPage(context, row, form, error.fields);
			throw error;
		}
		return context.redirect(`${HOME}/${row.id}${action === 'book' ? '' : '?saved'}`, 303);
	});

	section.get('/shipments/:id/labels.pdf', async (context) => {
		const row = await own(context);
		const pdf = await shipments.documents(row.id);
		if (!pdf) throw new HttpError(404, 'a draft has no labels: book it first');
		context.header('Content-Disposition', `inline; filename="${row.tracking_number}.pdf"`);
		return context.body(new Uint8Array(pdf), 200, { 'Content-Type': 'application/pdf' });
	});

	section.get('/shipments/:id/pickup.ics', async (context) => {
		const row = await own(context);
		const request = requestOf(row);
		const pickup = row.booked_at ? pickupOf(request, row.booked_at, calendar) : undefined;
		if (!pickup) throw new HttpError(404, 'no pickup is arranged for this shipment');
		const entry = pickupCalendar(pickup, {
			carrier: row.carrier ?? '',
			trackingNumber: row.tracking_number ?? '',
			request,
		});
		context.header('Content-Disposition', `attachment; filename="pickup-${row.tracking_number}.ics"`);
		return context.body(entry, 200, { 'Content-Type': 'text/calendar; charset=utf-8' });
	});

	function table(rows: readonly Row[]): Markup {
		return html`<table><thead><tr><th>Number</th><th>Created</th><th>State</th><th>Recipient</th><th>Reference</th><th>Tracking</th><th class="number">Price</th></tr></thead><tbody>${rows.map(
			(row) => {
				const { destinationAddress: to, reference } = requestOf(row);
				return html`<tr><td><a href="${HOME}/${row.id}">${row.id}</a></td><td>${time(row.created_at)}</td><td>${STATUS_WORDS[row.status]}</td>
<td>${to.companyName ?? to.contactPerson}<br><small>${to.zipcode} ${to.city}, ${to.countryCode}</small></td><td>${reference ?? ''}</td><td><code>${row.tracking_number ?? ''}</code></td><td class="number">${price(row)}</td></tr>`;
			},
		)}</tbody></table>`;
	}

	async function bookedPage(row: Row, request: ShipmentRequest): Promise<Markup> {
		const { destinationAddress: to } = request;
		const pickup = row.booked_at ? pickupOf(request, row.booked_at, calendar) : undefined;
		return html`<h1>${row.carrier} ${row.product}</h1>
<div class="card"><dl>
<dt>Tracking number</dt><dd><a href="/tracking/${row.tracking_number}"><code>${row.tracking_number}</code></a></dd>
<dt>State</dt><dd>${STATUS_WORDS[row.status]}</dd>
<dt>Recipient</dt><dd>${[to.companyName, to.contactPerson].filter(Boolean).join(', ')}<br>${to.addressLine1} ${to.addressLine2 ?? ''}<br>${to.zipcode} ${to.city}, ${to.countryCode}</dd>
<dt>Reference</dt><dd>${request.reference ?? '–'}</dd>
<dt>Price</dt><dd>${price(row)} EUR, without VAT</dd>
<dt>Expected by</dt><dd>${row.arrives_by}</dd>
<dt>Labels</dt><dd><a href="${HOME}/${row.id}/labels.pdf">Shipping documents (PDF)</a></dd>
<dt>Pickup</dt><dd>${
			pickup
				? html`${pickup.date}, ${pickup.from} to ${pickup.to}${pickup.instructions && html` · ${pickup.instructions}`} · <a href="${HOME}/${row.id}/pickup.ics">calendar entry</a>`
				: 'not arranged'
		}</dd></dl></div>
<h2>Journey</h2><div class="card">${journey(await shipments.events(row.id))}</div>`;
	}

	const price = (row: Row) => (row.price_cents === null ? '' : (row.price_cents / 100).toFixed(2));
	return section;
}
