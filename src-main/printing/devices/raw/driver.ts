// What the printers share that speak a language of their own: documents of that language go through untouched, pages as
// dots, over a socket or a raw queue.
import type { Device, DocumentFormat } from '../../../../src-contract/model/print';
import { type Driver, needsHands } from '../shared/driver';
import type { Language } from '../shared/encoder';
import { checkRaw, type StatusProtocol, sendRaw } from './connection';

const connectionOf = (device: Device): string => ('connection' in device ? device.connection : '');

export const thermalDriver = (language: Language & (DocumentFormat | 'tspl'), status?: StatusProtocol): Driver => ({
	language: () => language,
	send: (printer, task) =>
		sendRaw(printer, connectionOf(printer.device), task, status, ({ message }) =>
			needsHands(`${printer.name}: ${message}`),
		),
	check: (printer) => checkRaw(printer, connectionOf(printer.device), status),
});
