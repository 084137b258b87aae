// The structure of scanned codes: numbers, routing codes and records.
import { describe, expect, it } from 'vitest';
import { containsNumber, isRoutingCode, recordIdentifiesParcel } from '../../../src-main/documents/code-numbers';
import { normaliseCode, storedCode } from '../../../src-main/documents/label-codes';

const GS = '\x1d';

describe('the stored form of a code', () => {
	it.each([
		[']C100340434352804536484', '00340434352804536484'],
		[']d242090210\x1d9205590304060338687545', '420902109205590304060338687545'],
		[']Q3https://example.com/a1', 'HTTPS://EXAMPLE.COM/A1'],
		[']e0(01)09506000134352', '0109506000134352'],
		[']U1[)>\x1e01\x1d96', '>0196'],
		['(00) 3 4043435 280453648 4', '00340434352804536484'],
		['[00]340434352804536484', '00340434352804536484'],
		['42090210<GS>9205590304060338687545', '420902109205590304060338687545'],
		['42090210\u241d9205590304060338687545\r\n', '420902109205590304060338687545'],
		['2ldE10115+42000001', '2LDE10115+42000001'],
		[' \r\n', ''],
	])('%j is %s', (text, code) => {
		expect(normaliseCode(text)).toBe(code);
	});

	it('is the whole code up to 48 characters, and a digest of longer codes', () => {
		expect(storedCode('1'.repeat(48))).toBe('1'.repeat(48));
		expect(storedCode('1'.repeat(49))).toMatch(/^sha256:[0-9a-f]{64}$/);
		expect(storedCode(`]L2${'1'.repeat(49)}\r`)).toBe(storedCode('1'.repeat(49)));
	});
});

describe('the tracking number in a code', () => {
	it.each([
		['FedEx Ground, 34 digits', '9622001900813324755225758280777225', '758280777225'],
		['FedEx Express, 34 digits', '1001921334250001000300779017972697', '779017972697'],
		['FedEx, number of 14 digits', '1001921334250001000300779017972697', '00779017972697'],
		['FedEx, number of 15 digits', '9622001900000000000987654312345672', '987654312345672'],
		['FedEx, number of 20 digits', '96220019000000' + '61299998820821171811', '61299998820821171811'],
		['FedEx Ground, 22 digits', '9611020987654312345672', '987654312345672'],
		['FedEx PDF417', `[)>\x1e01${GS}0210115${GS}840${GS}05${GS}7582807772250430${GS}FDE${GS}`, '758280777225'],
		['USPS with five digits of ZIP code', '420902109205590304060338687545', '9205590304060338687545'],
		['USPS with nine digits of ZIP code', '4209021000019205590304060338687545', '9205590304060338687545'],
		['USPS, partner gives the ZIP code as well', '9205590304060338687545', '420902109205590304060338687545'],
		['SSCC', '00340434352804536484', '340434352804536484'],
		['SSCC, partner gives the identifier as well', '340434352804536484', '(00)340434352804536484'],
		['licence plate', 'JJD014696486601465611', 'JD014696486601465611'],
		['licence plate, partner gives the identifier as well', 'JD014696486601465611', 'JJD014696486601465611'],
		['DPD', '%001011509998278221619327276', '09998278221619'],
		['UPS', '1ZX6X6100371385444', '1Z X6X 610 03 7138 5444'],
		[
			'UPS MaxiCode',
			`[)>\x1e01${GS}96902100001${GS}840${GS}003${GS}1Z71385444${GS}UPSN${GS}X6X610${GS}`,
			'1ZX6X6100371385444',
		],
		['S10 in a DataMatrix', 'JGB 011891172121TT067802410GBSW1A1AA9Z GB  ', 'TT 067 802 410 GB'],
		['hyphens', '1234-5678-90', '1234567890'],
	])('is found: %s', (_, code, number) => {
		expect(containsNumber(code, number)).toBe(true);
		const digit = number.at(-3) === '0' ? '1' : '0';
		expect(containsNumber(code, number.slice(0, -3) + digit + number.slice(-2))).toBe(false);
	});

	it.each([
		['at another position', '9622001900758280777225813324755225', '758280777225'],
		['within a longer run of digits', '00758280777225340434', '758280777225'],
		['when the code is only a part of the number', '0777225', '758280777225'],
		['in a code of 34 digits of another carrier', '5622001900813324755225758280777225', '758280777225'],
		['after a ZIP code of six digits', '4209021019205590304060338687545', '9205590304060338687545'],
		['in a UPS record of another shipper', `${GS}003${GS}1Z71385444${GS}UPSN${GS}X6X611${GS}`, '1ZX6X6100371385444'],
		['when the tracking number is empty', '758280777225', ''],
		['when the code is blank', ' ', '758280777225'],
	])('is not found %s', (_, code, number) => {
		expect(containsNumber(code, number)).toBe(false);
	});
});

it('routing codes are distinguished from numbers', () => {
	for (const code of [
		'42090210',
		'420902100001',
		'42127610115',
		'40327610115+99000933090015',
		'2LDE10115+42000001',
		'10115945348017',
		'175001083058140649776829',
		'https://www.example.com/retour',
		'28001',
	])
		expect(isRoutingCode(code, '910796312233'), code).toBe(true);
	for (const code of ['910796312233', 'ZX5592KQ', 'JJD014696486601465611', '09998278221619', '6A31840015643'])
		expect(isRoutingCode(code, '910796312233'), code).toBe(false);
	// A Leitcode, the German routing code, has 14 digits. Where tracking numbers also have 14, its check digit is no evidence.
	expect(isRoutingCode('10115945348017', '09998278221619')).toBe(false);
});

it('a record identifies the parcel by its number or another code of the label', () => {
	const record = `[)>\x1e01${GS}EXAMPLE ST${GS}11Z9622001900813324755225758280777225${GS}`;
	expect(recordIdentifiesParcel(record, '758280777225', [])).toBe(true);
	expect(recordIdentifiesParcel(record, '714465848239', ['9622001900813324755225758280777225'])).toBe(true);
	// The record has the number of the piece, with which the other code of the label ends.
	expect(
		recordIdentifiesParcel('EXAMPLE 7582807772250430', '714465848239', ['1001135383612446743262758280777225']),
	).toBe(true);
	expect(recordIdentifiesParcel(record, '714465848239', ['42090210', 'JJD014696486601465611'])).toBe(false);
});
