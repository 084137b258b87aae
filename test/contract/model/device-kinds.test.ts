// The addresses of printers that receive data in a printer language.
import { expect, it } from 'vitest';
import { printerSchema } from '../../../src-contract/model/print';

const connectionOf = (connection: string) => {
	const device = { driver: 'zpl', connection, darkness: 0, speed: 0 };
	const { data } = printerSchema.safeParse({ id: '1', name: 'Printer', stock: '4x6', device });
	return data && 'connection' in data.device ? data.device.connection : undefined;
};

it.each([
	['192.0.2.7', 'tcp://192.0.2.7:9100'],
	[' 192.0.2.7:9101 ', 'tcp://192.0.2.7:9101'],
	['tcp://192.0.2.7', 'tcp://192.0.2.7:9100'],
	['tcp://printer.example.com:9100', 'tcp://printer.example.com:9100'],
	['zd421', 'tcp://zd421:9100'],
	['[fe80::1]', 'tcp://[fe80::1]:9100'],
	['queue:zd421', 'queue:zd421'],
	['queue:9100', 'queue:9100'],
])('%s is read as %s', (typed, connection) => {
	expect(connectionOf(typed)).toBe(connection);
});

it.each(['', 'tcp://', 'http://192.0.2.7:9100', '192.0.2.7:99999', '192.0.2.7/x', 'a b'])('%j is refused', (typed) => {
	expect(connectionOf(typed)).toBeUndefined();
});
