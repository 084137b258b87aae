// Closes connections so that the client still gets the last response. A connection that is closed while the client's bytes are
// arriving is reset, and the reset may delete a response that the client has not read yet.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { SECOND_MS } from '../../src-contract/lib/units';

/** Time without a request after which the service closes a connection. */
export const IDLE_CONNECTION_MS = 60 * SECOND_MS;
/**
 * Value of the header Keep-Alive: clients do not reuse a connection that was idle for 5 seconds. Far below `IDLE_CONNECTION_MS`,
 * because a client that is busy or asleep may notice late that the time has passed. If both were equal, the service could close the
 * connection while the client sends its next request.
 */
export const KEEP_ALIVE_HEADER = 'timeout=5';

/** Time without bytes from the client after which the service stops discarding and closes the connection. */
const MAX_SILENCE_MS = 5 * SECOND_MS;
/** Time after which the service stops discarding and closes the connection, even if bytes still arrive. */
const MAX_DISCARDING_MS = 30 * SECOND_MS;

/**
 * Discards the unread rest of the request's body, so that the next request of the connection is read. Node does this only for a body
 * that nobody began to read, and the framework begins to read a body before it compares its length with the limit of a form.
 */
export function discardRestOfBody(incoming: IncomingMessage): void {
	incoming.removeAllListeners('data');
	incoming.resume();
}

/**
 * Makes Node close the connection cleanly after the current response: ends the service's side, then discards what the client still
 * sends until the client closes its side. Later requests on the connection are discarded too, because they can get no response.
 */
export function discardRestBeforeClosing(socket: Socket): void {
	// Node calls this method after a response with `Connection: close`.
	socket.destroySoon = () => {
		socket.end();
		socket.resume();
		socket.setTimeout(MAX_SILENCE_MS, () => socket.destroy());
		const timer = setTimeout(() => socket.destroy(), MAX_DISCARDING_MS).unref();
		socket.once('close', () => clearTimeout(timer));
		socket.once('end', () => socket.destroy());
		// In the next tick, because `resume` takes effect then and needs the HTTP server's listeners. Once the server's `data` listener
		// is removed, its parser gets no more bytes.
		process.nextTick(() => {
			socket.removeAllListeners('data');
			socket.on('data', () => undefined);
		});
	};
}
