// Sends one e-mail to the recipient when a shipment goes in transit. The mail is queued with that event and one instance at a time
// sends it. All attempts use the same Message-ID, so a mail program can drop the duplicate that a crash may cause.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { backoffMs } from '../../src-contract/lib/backoff';
import { HOUR_MS, MINUTE_MS } from '../../src-contract/lib/units';
import { errorCode } from '../platform/errors';
import type { Store } from '../store/store';
import { parseStoredRequest } from './shipment-row';

/** How long one instance may take to send a mail before another one may try. */
const CLAIM_MS = 2 * MINUTE_MS;
/** The first pause is 30 s, because the claim has already counted the first attempt. */
const BACKOFF = { initialMs: 15_000, maxMs: HOUR_MS };
/** About three days of attempts; the mail is then given up. */
const MAX_ATTEMPTS = 80;

export interface NotificationDependencies {
	store: Store;
	/** `smtp://…` or `smtps://…`; without it each mail is written to a file in `mailDir`. */
	smtpUrl: string | undefined;
	mailDir: string;
	/** E-mail address of the sender. */
	from: string;
	trackingUrl: (trackingNumber: string) => string;
	now: () => Date;
	log: (event: string, detail: Record<string, unknown>) => void;
}

interface NotificationContent {
	to: string;
	carrier: string;
	trackingNumber: string;
	trackingUrl: string;
	sender: string;
}

function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

function compose(
	from: string,
	{ to, carrier, trackingNumber, trackingUrl, sender }: NotificationContent,
): SendMailOptions {
	const sentence = `a parcel from ${sender} is on its way to you with ${carrier}.`;
	const html = [`Good day, ${sentence}`, `Tracking number: ${trackingNumber}`].map(escapeHtml);
	const link = escapeHtml(trackingUrl);
	return {
		from,
		to: { name: '', address: to },
		messageId: `<in-transit.${trackingNumber}@waybill.invalid>`,
		subject: `Your parcel ${trackingNumber} is on its way`,
		text: `Good day,\n\n${sentence}\n\nTracking number: ${trackingNumber}\nFollow it here: ${trackingUrl}\n`,
		html: `<p>${html[0]}</p><p>${html[1]}<br><a href="${link}">${link}</a></p>`,
	};
}

/**
 * Adds timeouts to the URL, the only place from which the mailer takes connection options. Its default timeouts are longer than a
 * claim: while a mail server hangs, a second instance would send the mail too.
 */
function withTimeouts(smtpUrl: string): string {
	if (/[?&](connection|greeting|socket)Timeout=/.test(smtpUrl)) return smtpUrl;
	const timeouts = 'connectionTimeout=10000&greetingTimeout=10000&socketTimeout=20000';
	return `${smtpUrl}${smtpUrl.includes('?') ? '&' : '?'}${timeouts}`;
}

export function createNotifications(dependencies: NotificationDependencies) {
	const { store, smtpUrl, mailDir, now, log } = dependencies;
	const server = smtpUrl ? createTransport(withTimeouts(smtpUrl)) : undefined;
	const fileWriter = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

	let closed = false;

	async function deliver(mail: SendMailOptions, fileName: string): Promise<void> {
		if (server) {
			await server.sendMail(mail);
			return;
		}
		const { message } = await fileWriter.sendMail(mail);
		await mkdir(mailDir, { recursive: true });
		const file = path.join(mailDir, fileName);
		await writeFile(`${file}.part`, message);
		await rename(`${file}.part`, file);
	}

	/** Claims the mail for this instance. @returns undefined when it is sent or claimed by another instance */
	async function claim(shipmentId: number): Promise<{ attempts: number } | undefined> {
		const at = now();
		return store
			.updateTable('mail')
			.set((eb) => ({
				claimed_until: new Date(at.getTime() + CLAIM_MS).toISOString(),
				attempts: eb('attempts', '+', 1),
			}))
			.where('shipment_id', '=', shipmentId)
			.where('sent_at', 'is', null)
			.where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', at.toISOString())]))
			.returning('attempts')
			.executeTakeFirst();
	}

	async function send(shipmentId: number): Promise<void> {
		const claimed = await claim(shipmentId);
		if (!claimed) return;
		const mail = store.updateTable('mail').where('shipment_id', '=', shipmentId);
		try {
			const row = await store
				.selectFrom('shipment')
				.select(['request', 'carrier', 'tracking_number'])
				.where('id', '=', shipmentId)
				.executeTakeFirstOrThrow();
			const { destinationAddress: to, pickupAddress: sender } = parseStoredRequest(row);
			const { carrier, tracking_number: trackingNumber } = row;
			if (carrier === null || trackingNumber === null) throw new Error(`Shipment ${shipmentId} is not booked.`);
			await deliver(
				compose(dependencies.from, {
					to: to.email,
					carrier,
					trackingNumber,
					trackingUrl: dependencies.trackingUrl(trackingNumber),
					sender: sender.companyName ?? sender.contactPerson,
				}),
				`${trackingNumber}.eml`,
			);
			await mail.set({ sent_at: now().toISOString(), claimed_until: null }).execute();
		} catch (error) {
			// The mail stays queued. Pauses between attempts double.
			const pauseMs = backoffMs(claimed.attempts + 1, BACKOFF);
			log('mail.failed', {
				shipmentId,
				attempts: claimed.attempts,
				code: errorCode(error) ?? 'unknown',
			});
			await mail.set({ due_at: new Date(now().getTime() + pauseMs).toISOString(), claimed_until: null }).execute();
		}
	}

	return {
		/** Releases the claims of an earlier run. Call only if no other instance uses the database. */
		async releaseClaims(): Promise<void> {
			await store.updateTable('mail').set({ claimed_until: null }).where('sent_at', 'is', null).execute();
		},

		/** Sends the mails that are due, at most 100. A mail that fails stays queued. */
		async sendDue(): Promise<void> {
			const rows = await store
				.selectFrom('mail')
				.select('shipment_id')
				.where('sent_at', 'is', null)
				.where('due_at', '<=', now().toISOString())
				.where('attempts', '<', MAX_ATTEMPTS)
				.orderBy('due_at')
				.limit(100)
				.execute();
			for (const { shipment_id: shipmentId } of rows) {
				if (closed) return;
				await send(shipmentId);
			}
		},

		/** Stops after the current mail; the others stay queued. */
		close(): void {
			closed = true;
			server?.close();
		},
	};
}
export type Notifications = ReturnType<typeof createNotifications>;
