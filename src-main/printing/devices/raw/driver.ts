// Driver of printers with a printer language, such as ZPL, over a TCP socket or a raw CUPS queue. Documents in that language are
// sent unchanged; PDF pages are sent as dots.
import type { PrinterProfile } from '../../../../src-contract/model/print';
import { attentionRequiredError, type Driver } from '../shared/driver';
import type { Language } from '../shared/encoder';
import { readRawStatus, type StatusProtocol, sendRaw } from './connection';

const connectionOf = ({ device }: PrinterProfile): string => ('connection' in device ? device.connection : '');

/** @param protocol status requests of the language, if it has any */
export const createRawDriver = (language: Language, protocol?: StatusProtocol): Driver => ({
	language: () => language,
	send: (printer, task) =>
		sendRaw(printer, connectionOf(printer), task, protocol, ({ message }) =>
			attentionRequiredError(`${printer.name}: ${message}`),
		),
	readStatus: (printer) => readRawStatus(printer, connectionOf(printer), protocol),
});
