// Parses the weights that scales report over USB HID or a serial port.
import { KG_PER_UNIT, readKilograms, type WeightUnit } from '../../../src-contract/lib/quantities';

export interface Reading {
	weightKg: number;
	/** False while the load on the scale still moves. */
	isStable: boolean;
}

/** Unit codes of the scale device page, USB HID Point of Sale Usage Tables. */
const HID_UNITS: Record<number, WeightUnit> = { 1: 'mg', 2: 'g', 3: 'kg', 11: 'oz', 12: 'lb' };
/** Status codes of the scale device page: 2 at zero, 4 stable above zero. */
const HID_STABLE_STATUSES = [2, 4];
const HID_MOVING_STATUS = 3;
/** Other status codes come without a usable weight, as in 1 fault, 5 below zero, 6 overloaded. */
const HID_WEIGHT_STATUSES = [...HID_STABLE_STATUSES, HID_MOVING_STATUS];
const HID_WEIGHT_REPORT_BYTES = 5;
const HID_WEIGHT_REPORT_ID = 3;

const roundToGrams = (weightKg: number): number => Math.round(weightKg * 1000) / 1000;

/**
 * @param data bytes of the report: status, unit, exponent of ten, weight (16 bit, little endian)
 * @returns undefined if the report contains no usable weight
 */
export function readHidReport(reportId: number, data: DataView): Reading | undefined {
	if (reportId !== HID_WEIGHT_REPORT_ID || data.byteLength < HID_WEIGHT_REPORT_BYTES) return undefined;
	const status = data.getUint8(0);
	const unit = HID_UNITS[data.getUint8(1)];
	if (unit === undefined || !HID_WEIGHT_STATUSES.includes(status)) return undefined;
	const weight = data.getUint16(3, true) * 10 ** data.getInt8(2);
	return { weightKg: roundToGrams(weight * KG_PER_UNIT[unit]), isStable: HID_STABLE_STATUSES.includes(status) };
}

/**
 * Parses a line of a counter scale, as in `ST,GS,+  5.50kg`, `S S      5.500 kg` or `5.50 kg G`.
 * @returns undefined for a negative weight, an overload or any other line
 */
export function readSerialLine(line: string): Reading | undefined {
	const [, sign, text = ''] =
		/([+-]?)\s*(\d+(?:[.,]\d+)?\s*(?:kg|g|oz|lb(?:\s*\d+(?:[.,]\d+)?\s*oz)?)\b)/i.exec(line) ?? [];
	const weightKg = readKilograms(text);
	if (weightKg === undefined || sign === '-') return undefined;
	// OL: overload.
	if (/\bOL\b/.test(line)) return undefined;
	// US: unstable (A&D and others). S D: dynamic (Mettler Toledo command set). A leading `?` also means unstable.
	const isMoving = /^\s*(US\b|S\s+D\b|\?)/.test(line);
	return { weightKg: roundToGrams(weightKg), isStable: !isMoving };
}
