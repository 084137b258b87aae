// The one door for calls from the screens: who calls, what is called, with what; and the one place where the main
// process shapes errors.
import { randomUUID } from 'node:crypto';
import { type Envelope, type MethodName, stationApi } from '../../src-contract/api';
import { AppError, type ErrorReport, faultsFromIssues } from '../../src-contract/errors';
import { say } from '../../src-contract/i18n';
import type { Handlers } from './handlers';

export interface RouterDependencies {
	handlers: Handlers;
	log: (event: string, detail: Record<string, unknown>) => void;
}

/** Pure of Electron: the caller has checked the sender. */
export function createRouter({ handlers, log }: RouterDependencies) {
	return async (method: unknown, input: unknown): Promise<Envelope> => {
		if (typeof method !== 'string' || !Object.hasOwn(stationApi, method)) {
			return { ok: false, error: report('input.invalid', 'There is no such method.') };
		}
		const name = method as MethodName;
		const parsed = readInput(name, input);
		if (!parsed?.success) {
			const fields = faultsFromIssues(parsed?.error.issues ?? []);
			return {
				ok: false,
				error: { ...report('input.invalid', say('Some fields need attention. Nothing was changed.')), fields },
			};
		}
		try {
			const handler = handlers[name] as (input: unknown) => unknown;
			return { ok: true, value: await handler(parsed.data) };
		} catch (error) {
			if (error instanceof AppError) return { ok: false, error: error.toReport() };
			const id = randomUUID();
			log('internal', { id, method, error: (error as Error).stack ?? String(error) });
			return {
				ok: false,
				error: report(
					'internal',
					say('Something went wrong in the station. What was saved is kept. Report the id {id}.', { id }),
				),
			};
		}
	};
}

/** @returns undefined for what cannot even be looked at: a length that is no number, and is none when it is asked for one */
function readInput(name: MethodName, input: unknown) {
	try {
		return stationApi[name].input.safeParse(input);
	} catch {
		return undefined;
	}
}

function report(code: ErrorReport['code'], message: string): ErrorReport {
	return { code, message, retryable: false, fields: [] };
}
