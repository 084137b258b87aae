// What comes before every route: requests of other sites are refused, floods of refused requests are answered late, requests
// are logged, and connections end that cannot be used again.
import { setTimeout as timeout } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { SECOND_MS } from '../../src-contract/lib/units';
import { createForeignRequestCheck } from './foreign-request';
import type { HttpError } from './http-error';
import { isTooLongToSkip } from './read-body';
import { createRequestLog } from './request-log';

/** Refusals a second that are answered at once: more than wrong keys and mistyped addresses of honest callers make. */
const MAX_PROMPT_REFUSALS_PER_SECOND = 50;
const MIN_DELAY_MS = 1000;
/** Spread, so that late answers and what follows them do not come all at once. */
const MAX_DELAY_MS = 3000;

/**
 * Answers refused requests late when many come: a flood of them then waits, instead of the requests of a desk behind it.
 * @param now milliseconds @param random from 0 to 1
 */
export function createRefusalDelay(now: () => number = () => performance.now(), random: () => number = Math.random) {
	let promptLeft = MAX_PROMPT_REFUSALS_PER_SECOND;
	let at = now();

	/** @returns how many milliseconds the answer waits */
	return function takeDelayMs(): number {
		const present = now();
		const refilled = promptLeft + ((present - at) / SECOND_MS) * MAX_PROMPT_REFUSALS_PER_SECOND;
		promptLeft = Math.min(MAX_PROMPT_REFUSALS_PER_SECOND, refilled);
		at = present;
		if (promptLeft < 1) return MIN_DELAY_MS + random() * (MAX_DELAY_MS - MIN_DELAY_MS);
		promptLeft -= 1;
		return 0;
	};
}

/** What a route sets once it knows the caller. */
export type BrokerEnvironment = { Bindings: HttpBindings; Variables: { account?: unknown; session?: unknown } };

export interface RequestGuardOptions {
	publicUrl: () => string;
	isLoopbackOnly: boolean;
	/** True once the service takes no new work. */
	isDraining: () => boolean;
	log: (event: string, detail: Record<string, unknown>) => void;
	toResponse: (context: Context, error: HttpError) => Response | Promise<Response>;
}

export function createRequestGuard(options: RequestGuardOptions): MiddlewareHandler<BrokerEnvironment> {
	const { isDraining, toResponse } = options;
	const logRequest = createRequestLog(options.log);
	const takeRefusalDelayMs = createRefusalDelay();
	const foreignRequest = createForeignRequestCheck(options);
	return async (context, next) => {
		const started = performance.now();
		const refusal = foreignRequest(context.req);
		if (refusal) context.res = await toResponse(context, refusal);
		else await next();
		const { status } = context.res;
		const isRefusedStranger = status >= 400 && !(context.get('account') ?? context.get('session'));
		if (isRefusedStranger) {
			const delayMs = takeRefusalDelayMs();
			if (delayMs > 0 && !isDraining()) await timeout(delayMs);
		}
		if (isDraining() || (status >= 400 && isTooLongToSkip(context.env.incoming))) context.header('Connection', 'close');
		const { method, path } = context.req;
		logRequest(
			{
				method,
				path: path.startsWith('/tracking/') ? '/tracking/…' : path,
				status,
				milliseconds: Math.round(performance.now() - started),
			},
			isRefusedStranger,
		);
	};
}
