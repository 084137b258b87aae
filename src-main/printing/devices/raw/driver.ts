// The driver of printers with a language of their own: documents in that language are sent unchanged, pages as dots, over a
// socket or a raw queue of the system.
import type { Printer } from '../../../../src-contract/model/print';
import { attentionRequired, type Driver } from '../shared/driver';
import type { Language } from '../shared/encoder';
import { checkRaw, type StatusProtocol, sendRaw } from './connection';

const connectionOf = ({ device }: Printer): string => ('connection' in device ? device.connection : '');

/** @param status how the language asks for the state of its printer, if it can */
export const rawDriver = (language: Language, status?: StatusProtocol): Driver => ({
	language: () => language,
	send: (printer, task) =>
		sendRaw(printer, connectionOf(printer), task, status, ({ message }) =>
			attentionRequired(`${printer.name}: ${message}`),
		),
	check: (printer) => checkRaw(printer, connectionOf(printer), status),
});
