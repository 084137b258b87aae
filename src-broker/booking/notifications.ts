// The one e-mail to a recipient whose shipment is in transit. It is owed from the moment of that event, sent by one
// instance at a time, and carries the same Message-ID at every attempt: a crash between the mail server's word and ours
// sends it again, and a mail program shows it once.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { backoffMs } from '../../src-contract/lib/backoff';
import { HOUR_MS, MINUTE_MS } from '../../src-contract/lib/units';
import { codeOf } from '../platform/errors';
import type { Store } from '../store/store';
import { requestOf } from './shipment-row';

const CLAIM_MS = 2 * MINUTE_MS;
/** The claim counts the first attempt already, so the first pause is 30 s. */
const BACKOFF = { initialMs: 15_000, maxMs: HOUR_MS };
/** About three days of attempts; an address that takes no mail by then takes none. */
const MAX_ATTEMPTS = 80;

export interface NotificationDependencies {
	store: Store;
	/** `smtp://…` or `smtps://…`; without it each mail becomes a file in `mailDir`. */
	smtpUrl: string | undefined;
	mailDir: string;
	/** The sender's address. */
	from: string;
	trackingUrl: (trackingNumber: string) => string;
	now: () => Date;
	log: (event: string, detail: Record<string, unknown>) => void;
}

interface Notified {
	to: string;
	carrier: string;
	trackingNumber: string;
	trackingUrl: string;
	sender: string;
}

function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);
}

function compose(from: string, { to, carrier, trackingNumber, trackingUrl, sender }: Notified): SendMailOptions {
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
 * The mailer takes connection options from the URL alone. Its own timeouts are longer than a claim, so that a server which
 * hangs would let another instance send the mail as well.
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

	/** True for the one instance that may send it now. */
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
			const { destinationAddress: to, pickupAddress: sender } = requestOf(row);
			const { carrier, tracking_number: trackingNumber } = row;
			if (carrier === null || trackingNumber === null) throw new Error('only a booked shipment has a mail');
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
			// Left owed: the next attempt comes after a pause that doubles.
			const pause = backoffMs(claimed.attempts + 1, BACKOFF);
			log('mail.failed', {
				shipmentId,
				attempts: claimed.attempts,
				code: codeOf(error) ?? 'unknown',
			});
			await mail.set({ due_at: new Date(now().getTime() + pause).toISOString(), claimed_until: null }).execute();
		}
	}

	return {
		/** Nobody else works on this database: what an earlier run had claimed is free again. */
		async releaseClaims(): Promise<void> {
			await store.updateTable('mail').set({ claimed_until: null }).where('sent_at', 'is', null).execute();
		},

		/** Sends what is due; a mail that cannot be sent now stays owed. */
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

		/** The mail that is being sent is finished; the others stay owed. */
		close(): void {
			closed = true;
			server?.close();
		},
	};
}
export type Notifications = ReturnType<typeof createNotifications>;
