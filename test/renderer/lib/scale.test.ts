import { describe, expect, it } from 'vitest';
import { readHidReport, readSerialLine } from '../../../src-renderer/lib/scale/reading';

const report = (...bytes: number[]) => new DataView(Uint8Array.of(...bytes).buffer);

describe('a scale', () => {
	it.each([
		['5.50 kg at rest', [4, 3, 0xfe, 0x26, 0x02], { weightKg: 5.5, isStable: true }],
		['1234 g in motion', [3, 2, 0, 0xd2, 0x04], { weightKg: 1.234, isStable: false }],
		['2.5 lb at rest', [4, 12, 0xff, 25, 0], { weightKg: 1.134, isStable: true }],
		['an empty pan', [2, 3, 0xfe, 0, 0], { weightKg: 0, isStable: true }],
	])('through HID: %s', (_name, bytes, reading) => {
		expect(readHidReport(3, report(...bytes))).toEqual(reading);
	});
	it.each([
		['a fault', 3, [1, 3, 0xfe, 0x26, 0x02]],
		['overloaded', 3, [6, 3, 0xfe, 1, 1]],
		['below zero', 3, [5, 3, 0xfe, 1, 0]],
		['an unknown unit', 3, [4, 99, 0, 1, 0]],
		['another report', 4, [4, 3, 0xfe, 1, 0]],
		['truncated', 3, [4, 3]],
	])('ignores a report: %s', (_name, id, bytes) => {
		expect(readHidReport(id, report(...bytes))).toBeUndefined();
	});
	it.each([
		['ST,GS,+   5.50kg', { weightKg: 5.5, isStable: true }],
		['US,GS,+   5.48kg', { weightKg: 5.48, isStable: false }],
		['S S      5.500 kg', { weightKg: 5.5, isStable: true }],
		['S D      5.480 kg', { weightKg: 5.48, isStable: false }],
		['   750 g', { weightKg: 0.75, isStable: true }],
		['5,50 kg', { weightKg: 5.5, isStable: true }],
		['ST,GS,-   0.02kg', undefined],
		['OL,GS,+ 99.99kg', undefined],
		['  2 lb  3.0 oz', { weightKg: 0.992, isStable: true }],
		['READY', undefined],
	])('through a serial port: %s', (line, reading) => {
		expect(readSerialLine(line)).toEqual(reading);
	});
});
