// A mail server that never ends its answer holds up neither the other mails nor the instance.

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { shipmentRequest } from '../../fixtures/requests';
import { startService } from '../../fixtures/service';
import { waitFor } from '../../fixtures/wait-for';

afterEach(() => void vi.useRealTimers());

it('gives up a conversation that never ends, and keeps the mail for a later attempt', async () => {
	const sockets = new Set<Socket>();
	let answered = false;
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => {});
		socket.write('220 mail.example ESMTP\r\n');
		// The greeting is answered with a list that has no end.
		socket.once('data', () => {
			answered = true;
			const timer = setInterval(() => socket.write('250-ONE-MORE\r\n'), 50);
			socket.once('close', () => clearInterval(timer));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const service = await startService({ smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` });
	const { body } = await service.post('shipments', shipmentRequest);
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	const passed = service.pass(7);
	await waitFor(() => expect(answered).toBe(true));
	const mail = () =>
		service.store.selectFrom('mail').selectAll().where('shipment_id', '=', body.data.id).executeTakeFirstOrThrow();
	await vi.advanceTimersByTimeAsync(89_000);
	expect(await mail()).toMatchObject({ sent_at: null, claimed_until: expect.any(String) });
	await vi.advanceTimersByTimeAsync(2_000);
	await passed;
	vi.useRealTimers();
	expect(await mail()).toMatchObject({ sent_at: null, claimed_until: null, attempts: 1 });
	for (const socket of sockets) socket.destroy();
	server.close();
	await service.stop();
});
