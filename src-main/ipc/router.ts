// Routes IPC calls: validates the input, calls the handler, and converts errors to reports. The only place in the main process
// that does.
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

/** The input schemas of the contract, typed so that a handler's input follows from the method name. */
const inputs: { [Name in MethodName]: { input: { safeParse(input: unknown): z.ZodSafeParseResult<Input<Name>> } } } =
	stationApi;

const isMethodName = (method: unknown): method is MethodName =>
	typeof method === 'string' && Object.hasOwn(stationApi, method);

/** Independent of Electron; `attachRouter` has checked the sender. Never rejects. */
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
					t('An unexpected error occurred. Saved data is safe. Report the id {id} to support.', { id }),
				),
			};
		}
	}

	return async (method: unknown, input: unknown): Promise<Envelope> =>
		isMethodName(method)
			? answer(method, input)
			: { ok: false, error: report('input.invalid', 'There is no such method.') };
}

/** @returns undefined when the schema itself throws, as for objects whose getters or conversions fail */
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
