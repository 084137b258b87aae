// Routes IPC calls: validates the input, calls the handler, and converts errors to error reports. No other module of the main
// process does this, so handlers may simply throw.
import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { type Envelope, type Input, type MethodName, stationApi } from '../../src-contract/api';
import { AppError, type ErrorReport, fieldErrorsFromIssues } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { Handlers } from './handlers';

export interface RouterDependencies {
	handlers: Handlers;
	/** Refuses a call that the user may not make, by throwing. */
	requireAccess: <Name extends MethodName>(name: Name, input: Input<Name>) => void;
	log: (event: string, detail: Record<string, unknown>) => void;
}

/** The input schemas of the contract, typed so that a handler's input follows from the method name. */
const inputSchemas: {
	[Name in MethodName]: { input: { safeParse(input: unknown): z.ZodSafeParseResult<Input<Name>> } };
} = stationApi;

const isMethodName = (method: unknown): method is MethodName =>
	typeof method === 'string' && Object.hasOwn(stationApi, method);

/**
 * Creates the function that answers IPC calls. The promises that the function returns never reject. The sender of a call is not
 * checked here, but in `attachRouter`.
 */
export function createRouter({ handlers, requireAccess, log }: RouterDependencies) {
	async function answerCall<Name extends MethodName>(name: Name, input: unknown): Promise<Envelope> {
		const parsed = readInput(name, input);
		if (!parsed?.success) {
			const fields = fieldErrorsFromIssues(parsed?.error.issues ?? []);
			return {
				ok: false,
				error: { ...errorReport('input.invalid', t('Some fields need attention. Nothing was changed.')), fields },
			};
		}
		try {
			requireAccess(name, parsed.data);
			return { ok: true, value: await handlers[name](parsed.data) };
		} catch (error) {
			if (error instanceof AppError) return { ok: false, error: error.toReport() };
			const id = randomUUID();
			log('internal', { id, method: name, error: (error instanceof Error && error.stack) || String(error) });
			return {
				ok: false,
				error: errorReport(
					'internal',
					t('An unexpected error occurred. Saved data is safe. Report the id {id} to support.', { id }),
				),
			};
		}
	}

	return async (method: unknown, input: unknown): Promise<Envelope> =>
		isMethodName(method)
			? answerCall(method, input)
			: { ok: false, error: errorReport('input.invalid', 'There is no such method.') };
}

/** Validates the input. @returns undefined when validation itself throws, for example because a getter of the input throws */
function readInput<Name extends MethodName>(name: Name, input: unknown): z.ZodSafeParseResult<Input<Name>> | undefined {
	try {
		return inputSchemas[name].input.safeParse(input);
	} catch {
		return undefined;
	}
}

function errorReport(code: ErrorReport['code'], message: string): ErrorReport {
	return { code, message, retryable: false, fields: [] };
}
