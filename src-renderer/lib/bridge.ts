// The typed proxy over the bridge: unwraps the envelope, turns an error report back into an error.

import type { CallInput, Envelope, MethodName, Output } from '../../src-contract/api';
import type { EventName, StationEvents } from '../../src-contract/api/events';
import { AppError } from '../../src-contract/errors';
import { plainCopy } from './plain-copy';

/** @throws AppError with the code, the message and the fields at fault that the main process reported */
export async function call<Name extends MethodName>(
	method: Name,
	...[input]: undefined extends CallInput<Name> ? [] : [CallInput<Name>]
): Promise<Output<Name>> {
	// A reactive proxy cannot be cloned across the bridge.
	const plain = input === undefined ? undefined : plainCopy(input);
	// The router of the main process answers each method by the contract's own types, which the bridge cannot carry.
	const envelope = (await window.waybill.invoke(method, plain)) as Envelope<Output<Name>>;
	if (envelope.ok) return envelope.value;
	const { code, message, ...rest } = envelope.error;
	throw new AppError(code, message, rest);
}

/** @returns a function that ends the listening */
export function listen<Name extends EventName>(
	name: Name,
	listener: (detail: StationEvents[Name]) => void,
): () => void {
	return window.waybill.on((event) => {
		// By the contract the name of an event says what its detail is.
		if (event.name === name) listener(event.detail as StationEvents[Name]);
	});
}
