// Sends one e-mail to the recipient when a shipment gets the status `in_transit`. The simulator queues the mail; one instance of
// the service at a time sends it. All attempts use the same Message-ID, so a mail program can drop the duplicate that a crash may
// cause.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SendMailOptions, Transporter } from 'nodemailer';
import { backoffMs } from '../../src-contract/lib/backoff';
import { HOUR_MS, MINUTE_MS } from '../../src-contract/lib/units';
import { errorCode } from '../platform/errors';
import type { Store } from '../store/store';
import { composeNotification } from './notification-mail';
import { parseStoredRequest } from './shipment-row';
import type { TrackingLink } from './tracking-link';

/** Time that an instance has to send a mail. Afterwards, another instance may send it. */
const CLAIM_MS = 2 * MINUTE_MS;
/** Pauses between attempts: 30 s after the first attempt, because `send` calls `backoffMs(2)` then; doubling up to one hour. */
const BACKOFF = { initialMs: 15_000, maxMs: HOUR_MS };
/** Reached after about three days. The mail is then not sent any more. */
const MAX_ATTEMPTS = 80;

export interface NotificationDependencies {
	store: Store;
	/** `smtp://…` or `smtps://…`. Without a mail server, each mail is written to a file in `mailDir`. */
	smtpUrl: string | undefined;
	mailDir: string;
	/** E-mail address of the service, from which all mails are sent. */
	from: string;
	trackingUrl: (link: TrackingLink) => string;
	now: () => Date;
	log: (event: string, detail: Record<string, unknown>) => void;
}

/**
 * Adds timeouts to a URL that has none, because nodemailer takes connection options only from the URL. Its default timeouts are
 * longer than `CLAIM_MS`: while a mail server hangs, a second instance would send the mail too.
 */
function addTimeouts(smtpUrl: string): string {
	if (/[?&](connection|greeting|socket)Timeout=/.test(smtpUrl)) return smtpUrl;
	const timeouts = 'connectionTimeout=10000&greetingTimeout=10000&socketTimeout=20000';
	return `${smtpUrl}${smtpUrl.includes('?') ? '&' : '?'}${timeouts}`;
}

export function createNotifications(dependencies: NotificationDependencies) {
	const { store, smtpUrl, mailDir, now, log } = dependencies;
	/** Created for the first mail. */
	let smtpTransport: Transporter | undefined;
	let isClosed = false;

	async function deliver(mail: SendMailOptions, fileName: string): Promise<void> {
		// Loaded here, because a start does not need it.
		const { createTransport } = await import('nodemailer');
		if (smtpUrl) {
			smtpTransport ??= createTransport(addTimeouts(smtpUrl));
			await smtpTransport.sendMail(mail);
			return;
		}
		const fileTransport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
		const { message } = await fileTransport.sendMail(mail);
		await mkdir(mailDir, { recursive: true });
		const file = path.join(mailDir, fileName);
		await writeFile(`${file}.part`, message);
		await rename(`${file}.part`, file);
	}

	/** Claims the mail for this instance. @returns undefined when the mail is already sent, or another instance has claimed it */
	async function claim(shipmentId: number): Promise<{ attempts: number } | undefined> {
		const claimedAt = now();
		return store
			.updateTable('mail')
			.set((eb) => ({
				claimed_until: new Date(claimedAt.getTime() + CLAIM_MS).toISOString(),
				attempts: eb('attempts', '+', 1),
			}))
			.where('shipment_id', '=', shipmentId)
			.where('sent_at', 'is', null)
			.where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', claimedAt.toISOString())]))
			.returning('attempts')
			.executeTakeFirst();
	}

	/** Sends a mail unless another instance does. A failed attempt is logged, and the mail becomes due again later. */
	async function send(shipmentId: number): Promise<void> {
		const claimed = await claim(shipmentId);
		if (!claimed) return;
		const mail = store.updateTable('mail').where('shipment_id', '=', shipmentId);
		try {
			const row = await store
				.selectFrom('shipment')
				.select(['request', 'carrier', 'tracking_number', 'tracking_token', 'arrives_by'])
				.where('id', '=', shipmentId)
				.executeTakeFirstOrThrow();
			const { destinationAddress: to, pickupAddress: sender } = parseStoredRequest(row);
			const { carrier, tracking_number: trackingNumber, arrives_by: arrivesBy } = row;
			if (carrier === null || trackingNumber === null || arrivesBy === null)
				throw new Error(`Shipment ${shipmentId} is not booked.`);
			await deliver(
				composeNotification(dependencies.from, {
					recipientName: to.contactPerson,
					recipientEmail: to.email,
					recipientCountry: to.countryCode,
					senderName: sender.companyName ?? sender.contactPerson,
					carrier,
					trackingNumber,
					trackingUrl: dependencies.trackingUrl({ trackingNumber, token: row.tracking_token }),
					arrivesBy,
				}),
				`${trackingNumber}.eml`,
			);
			await mail.set({ sent_at: now().toISOString(), claimed_until: null }).execute();
		} catch (error) {
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
		/** Removes all claims, which an earlier run may have left. Call only if no other instance uses the database. */
		async releaseClaims(): Promise<void> {
			await store.updateTable('mail').set({ claimed_until: null }).where('sent_at', 'is', null).execute();
		},

		/** Sends the mails that are due, at most 100. A mail that cannot be sent stays queued. */
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
				if (isClosed) return;
				await send(shipmentId);
			}
		},

		/** Stops after the current mail; the others stay queued. */
		close(): void {
			isClosed = true;
			smtpTransport?.close();
		},
	};
}
export type Notifications = ReturnType<typeof createNotifications>;
