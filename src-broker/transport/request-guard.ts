// Middleware before every route: rejects requests from other websites, delays responses when many requests are rejected, logs
// requests, and closes connections that cannot be reused.
import { setTimeout as timeout } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { SECOND_MS } from '../../src-contract/lib/units';
import { discardRestBeforeClosing, discardRestOfBody, KEEP_ALIVE_HEADER } from './connections';
import { createForeignRequestCheck } from './foreign-request';
import type { HttpError } from './http-error';
import { isUnreadBodyTooLong } from './read-body';
import { createRequestLog } from './request-log';

/** Rejected requests per second (see `createRejectionDelay`) that are answered without delay. Mistakes of users cause fewer. */
const MAX_IMMEDIATE_REJECTIONS_PER_SECOND = 50;
// Delays are random between these limits, so that delayed responses are not all sent at the same time.
const MIN_DELAY_MS = 1000;
const MAX_DELAY_MS = 3000;

/**
 * Delays the responses to rejected requests when there are many, so that a flood of them does not slow down the requests of a desk.
 * A request counts as rejected if it gets an error status and its caller has no valid account or session.
 * @param now clock in milliseconds @param random number from 0 to 1
 */
export function createRejectionDelay(now: () => number = () => performance.now(), random: () => number = Math.random) {
	// A token bucket: each response without delay uses one token.
	let immediateResponsesLeft = MAX_IMMEDIATE_REJECTIONS_PER_SECOND;
	let refilledAtMs = now();

	/** Counts one rejected request. @returns the delay of its response in milliseconds */
	return function nextDelayMs(): number {
		const nowMs = now();
		const refilledCount =
			immediateResponsesLeft + ((nowMs - refilledAtMs) / SECOND_MS) * MAX_IMMEDIATE_REJECTIONS_PER_SECOND;
		immediateResponsesLeft = Math.min(MAX_IMMEDIATE_REJECTIONS_PER_SECOND, refilledCount);
		refilledAtMs = nowMs;
		if (immediateResponsesLeft < 1) return MIN_DELAY_MS + random() * (MAX_DELAY_MS - MIN_DELAY_MS);
		immediateResponsesLeft -= 1;
		return 0;
	};
}

/** Request context. A route sets `account` or `session` once the caller is authenticated. */
export type BrokerEnvironment = { Bindings: HttpBindings; Variables: { account?: unknown; session?: unknown } };

export interface RequestGuardOptions {
	publicUrl: () => string;
	isLoopbackOnly: boolean;
	/** Whether a proxy forwards all requests and states their addresses in X-Forwarded-For. */
	isBehindProxy: boolean;
	/** True once the service is shutting down. */
	isDraining: () => boolean;
	log: (event: string, detail: Record<string, unknown>) => void;
	toResponse: (context: Context, error: HttpError) => Response | Promise<Response>;
}

export function createRequestGuard(options: RequestGuardOptions): MiddlewareHandler<BrokerEnvironment> {
	const { isBehindProxy, isDraining, toResponse } = options;
	const logRequest = createRequestLog(options.log);
	const nextRejectionDelayMs = createRejectionDelay();
	const checkForeignRequest = createForeignRequestCheck(options);
	return async (context, next) => {
		const startedAtMs = performance.now();
		// Without a proxy, the header comes from the caller, who could name another address in each request and evade every limit.
		if (!isBehindProxy) delete context.env.incoming.headers['x-forwarded-for'];
		const error = checkForeignRequest(context.req);
		if (error) context.res = await toResponse(context, error);
		else await next();
		const { status } = context.res;
		const isAnonymousError = status >= 400 && !(context.get('account') ?? context.get('session'));
		if (isAnonymousError) {
			const delayMs = nextRejectionDelayMs();
			if (delayMs > 0 && !isDraining()) await timeout(delayMs);
		}
		const { incoming, outgoing } = context.env;
		if (isDraining() || isUnreadBodyTooLong(incoming)) {
			context.header('Connection', 'close');
			if (!incoming.complete) discardRestBeforeClosing(incoming.socket);
		} else {
			if (!incoming.readableEnded) discardRestOfBody(incoming);
			if (outgoing.shouldKeepAlive) outgoing.setHeader('Keep-Alive', KEEP_ALIVE_HEADER);
		}
		const { method, path } = context.req;
		logRequest(
			{
				method,
				// The tracking number is not logged, because it opens the tracking page together with the recipient's postcode.
				path: path.startsWith('/tracking/') ? '/tracking/…' : path,
				status,
				milliseconds: Math.round(performance.now() - startedAtMs),
			},
			isAnonymousError,
		);
	};
}
