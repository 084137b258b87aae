// The one door for calls from the screens: who calls, what is called, with what; and the one place where the main
// process shapes errors.
import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { type Envelope, type Input, type MethodName, stationApi } from '../../src-contract/api';
import { AppError, type ErrorReport, fieldErrorsFromIssues } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { Handlers } from './handlers';

export interface RouterDependencies {
	handlers: Handlers;
	log: (event: string, detail: Record<string, unknown>) => void;
}

/** What the router needs of the contract: for each method how its input is read. */
const inputs: { [Name in MethodName]: { input: { safeParse(input: unknown): z.ZodSafeParseResult<Input<Name>> } } } =
	stationApi;

const isMethodName = (method: unknown): method is MethodName =>
	typeof method === 'string' && Object.hasOwn(stationApi, method);

/** Pure of Electron: the caller has checked the sender. */
export function createRouter({ handlers, log }: RouterDependencies) {
	async function answer<Name extends MethodName>(name: Name, input: unknown): Promise<Envelope> {
		const parsed = readInput(name, input);
		if (!parsed?.success) {
			const fields = fieldErrorsFromIssues(parsed?.error.issues ?? []);
			return {
				ok: false,
				error: { ...report('input.invalid', t('Some fields need attention. Nothing was changed.')), fields },
			};
		}
		try {
			return { ok: true, value: await handlers[name](parsed.data) };
		} catch (error) {
			if (error instanceof AppError) return { ok: false, error: error.toReport() };
			const id = randomUUID();
			log('internal', { id, method: name, error: (error instanceof Error && error.stack) || String(error) });
			return {
				ok: false,
				error: report(
					'internal',
					t('Something went wrong in the station. What was saved is kept. Report the id {id}.', { id }),
				),
			};
		}
	}

	return async (method: unknown, input: unknown): Promise<Envelope> =>
		isMethodName(method)
			? answer(method, input)
			: { ok: false, error: report('input.invalid', 'There is no such method.') };
}

/** @returns undefined for what cannot even be looked at: a length that is no number, and is none when it is asked for one */
function readInput<Name extends MethodName>(name: Name, input: unknown): z.ZodSafeParseResult<Input<Name>> | undefined {
	try {
		return inputs[name].input.safeParse(input);
	} catch {
		return undefined;
	}
}

function report(code: ErrorReport['code'], message: string): ErrorReport {
	return { code, message, retryable: false, fields: [] };
}
