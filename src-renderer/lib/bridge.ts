// Typed calls to the main process. Unwraps the envelope and turns error reports into AppError.

import type { CallInput, Envelope, MethodName, Output } from '../../src-contract/api';
import type { EventName, StationEvents } from '../../src-contract/api/events';
import { AppError } from '../../src-contract/errors';
import { plainCopy } from './plain-copy';

const hasBytes = (input: object): boolean => Object.values(input).some((value) => value instanceof Uint8Array);

/** @throws AppError with the code, message and field errors from the main process */
export async function call<Name extends MethodName>(
	method: Name,
	...[input]: undefined extends CallInput<Name> ? [] : [CallInput<Name>]
): Promise<Output<Name>> {
	// Reactive proxies cannot be cloned by IPC. Bytes are never reactive, and a copy as JSON would lose them.
	const plain = input === undefined || hasBytes(input) ? input : plainCopy(input);
	// The main process answers with the contract's types, which IPC cannot express.
	const envelope = (await window.waybill.invoke(method, plain)) as Envelope<Output<Name>>;
	if (envelope.ok) return envelope.value;
	const { code, message, ...rest } = envelope.error;
	throw new AppError(code, message, rest);
}

/** @returns a function that stops listening */
export function listen<Name extends EventName>(
	name: Name,
	listener: (detail: StationEvents[Name]) => void,
): () => void {
	return window.waybill.on((event) => {
		// The contract maps each event name to the type of its detail.
		if (event.name === name) listener(event.detail as StationEvents[Name]);
	});
}
