// Driver of printers with their own language. Documents in that language are sent unchanged, PDF pages as dots, over a TCP
// socket or a raw CUPS queue.
import type { Printer } from '../../../../src-contract/model/print';
import { attentionRequiredError, type Driver } from '../shared/driver';
import type { Language } from '../shared/encoder';
import { checkRaw, type StatusProtocol, sendRaw } from './connection';

const connectionOf = ({ device }: Printer): string => ('connection' in device ? device.connection : '');

/** @param status status request of the language, if it has one */
export const createRawDriver = (language: Language, status?: StatusProtocol): Driver => ({
	language: () => language,
	send: (printer, task) =>
		sendRaw(printer, connectionOf(printer), task, status, ({ message }) =>
			attentionRequiredError(`${printer.name}: ${message}`),
		),
	check: (printer) => checkRaw(printer, connectionOf(printer), status),
});
