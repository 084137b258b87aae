// Middleware before every route: rejects requests of other sites, delays responses to floods of rejected requests, logs requests,
// and closes connections that cannot be reused.
import { setTimeout as timeout } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { SECOND_MS } from '../../src-contract/lib/units';
import { createForeignRequestCheck } from './foreign-request';
import type { HttpError } from './http-error';
import { isUnreadBodyTooLong } from './read-body';
import { createRequestLog } from './request-log';

/** Rejected requests per second that are answered without delay: more than mistakes of legitimate callers cause. */
const MAX_PROMPT_REJECTIONS_PER_SECOND = 50;
const MIN_DELAY_MS = 1000;
/** Delays are random, so that delayed responses do not arrive all at once. */
const MAX_DELAY_MS = 3000;

/**
 * Delays responses to rejected requests when there are many, so that a flood does not slow down the requests of a desk.
 * @param now clock in milliseconds @param random number from 0 to 1
 */
export function createRejectionDelay(now: () => number = () => performance.now(), random: () => number = Math.random) {
	let promptLeft = MAX_PROMPT_REJECTIONS_PER_SECOND;
	let at = now();

	/** @returns delay of the response in milliseconds */
	return function takeDelayMs(): number {
		const present = now();
		const refilled = promptLeft + ((present - at) / SECOND_MS) * MAX_PROMPT_REJECTIONS_PER_SECOND;
		promptLeft = Math.min(MAX_PROMPT_REJECTIONS_PER_SECOND, refilled);
		at = present;
		if (promptLeft < 1) return MIN_DELAY_MS + random() * (MAX_DELAY_MS - MIN_DELAY_MS);
		promptLeft -= 1;
		return 0;
	};
}

/** Variables that a route sets once the caller is authenticated. */
export type BrokerEnvironment = { Bindings: HttpBindings; Variables: { account?: unknown; session?: unknown } };

export interface RequestGuardOptions {
	publicUrl: () => string;
	isLoopbackOnly: boolean;
	/** True once the service is shutting down. */
	isDraining: () => boolean;
	log: (event: string, detail: Record<string, unknown>) => void;
	toResponse: (context: Context, error: HttpError) => Response | Promise<Response>;
}

export function createRequestGuard(options: RequestGuardOptions): MiddlewareHandler<BrokerEnvironment> {
	const { isDraining, toResponse } = options;
	const logRequest = createRequestLog(options.log);
	const takeRejectionDelayMs = createRejectionDelay();
	const checkForeignRequest = createForeignRequestCheck(options);
	return async (context, next) => {
		const started = performance.now();
		const error = checkForeignRequest(context.req);
		if (error) context.res = await toResponse(context, error);
		else await next();
		const { status } = context.res;
		const isUnauthenticatedError = status >= 400 && !(context.get('account') ?? context.get('session'));
		if (isUnauthenticatedError) {
			const delayMs = takeRejectionDelayMs();
			if (delayMs > 0 && !isDraining()) await timeout(delayMs);
		}
		if (isDraining() || (status >= 400 && isUnreadBodyTooLong(context.env.incoming))) context.header('Connection', 'close');
		const { method, path } = context.req;
		logRequest(
			{
				method,
				path: path.startsWith('/tracking/') ? '/tracking/…' : path,
				status,
				milliseconds: Math.round(performance.now() - started),
			},
			isUnauthenticatedError,
		);
	};
}
