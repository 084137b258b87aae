// Answers with large labels, and hostile ones: read completely, in linear time, and in the same way in a worker thread.
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import { MEGABYTE } from '../../../src-contract/lib/units';
import { readShipmentAnswer } from '../../../src-main/connections/partner-v1/booking-response';
import {
	createShipmentReader,
	readShipmentAsPlain,
	readShipmentInThisThread,
} from '../../../src-main/connections/partner-v1/large-answers';
import { describeUnreadable, readBody, toAnswer } from '../../../src-main/connections/partner-v1/response-body';
import { answer, bookedBody, shipment } from '../../fixtures/partner-answers';

const credentials = { key: 'a-key', secret: 'a-secret' };
const received = (body: unknown, status = 200) => ({
	status,
	body: new Uint8Array(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))),
	retryAfterMs: undefined,
});
const withLabels = (labels: unknown) => ({ ...bookedBody, data: { ...shipment, labels } });
const file = (megabytes: number) => {
	const bytes = Buffer.alloc(megabytes * MEGABYTE, 7);
	bytes.write('%PDF-1.7');
	return bytes;
};

describe('a label', () => {
	it.each([4, 28])('of %i MB is read as it was sent', async (megabytes) => {
		const bytes = file(megabytes);
		const outcome = await readShipmentInThisThread(received(withLabels(bytes.toString('base64'))), credentials, true);
		expect(outcome.kind).toBe('booked');
		const [document] = outcome.kind === 'booked' ? outcome.documents : [];
		expect(bytes.equals(document ?? Buffer.alloc(0))).toBe(true);
	});

	it('of 6 MB is not in the stored text of the answer, in any place', () => {
		const base64 = file(6).toString('base64');
		const lines = base64.replace(/.{76}/g, '$&\n');
		for (const labels of [base64, `data:application/pdf;base64,${base64}`, [{ pdf: base64 }], lines]) {
			const outcome = readShipmentAnswer(answer(500, withLabels(labels)), true);
			expect('answer' in outcome && outcome.answer?.text.length).toBeLessThan(1_000);
		}
	});
});

describe.each<[string, () => string]>([
	['blanks', () => ' '.repeat(5 * MEGABYTE)],
	['padding', () => '='.repeat(5 * MEGABYTE)],
	['a data prefix without an end', () => `data:${'a'.repeat(5 * MEGABYTE)}`],
	['a tag without an end', () => `<a ${'b'.repeat(5 * MEGABYTE)}`],
	['start tags', () => '<script>'.repeat(MEGABYTE / 2)],
	['a title without an end', () => `<!doctype html><title${' '.repeat(5 * MEGABYTE)}`],
	['quotes', () => '"'.repeat(5 * MEGABYTE)],
	['backslashes', () => '\\'.repeat(5 * MEGABYTE)],
	['base64 without quotes', () => 'AAAA'.repeat(MEGABYTE)],
])('5 MB of %s', (_name, create) => {
	let text = '';
	beforeAll(() => {
		text = create();
	});

	it('as an answer, a message, a label or a field of an error are an outcome, not an exception', () => {
		const bodies = [
			text,
			{ message: text },
			{ errors: [text], message: text },
			withLabels(text),
			withLabels([{ pdf: text }]),
		];
		for (const body of bodies) {
			const outcome = readShipmentAnswer(answer(body === text ? 500 : 200, body), true);
			expect(['booked', 'rejected', 'unknown']).toContain(outcome.kind);
		}
		expect(describeUnreadable(answer(200, text))).not.toBe('');
		expect(readBody(answer(200, { message: text }))).toBeDefined();
	});
});

describe('an answer of more than half a megabyte', () => {
	const label = file(1).toString('base64');
	let callCount = 0;
	const read = createShipmentReader(async (...args) => {
		callCount += 1;
		return structuredClone(await readShipmentAsPlain(...args));
	});

	it.each<[string, unknown, number]>([
		['a booking', withLabels(label), 200],
		['a refusal', { errors: true, message: 'No such zip.', padding: label }, 422],
	])('is read in the worker thread with the same outcome: %s', async (_name, body, status) => {
		callCount = 0;
		const outcome = await read(received(body, status), credentials, true);
		expect(callCount).toBe(1);
		// Compared with node:util, because `toEqual` takes seconds for a file.
		expect(isDeepStrictEqual(outcome, await readShipmentInThisThread(received(body, status), credentials, true))).toBe(
			true,
		);
		if (outcome.kind === 'rejected') expect(outcome.error).toBeInstanceOf(AppError);
	});

	it('is read in this thread when the worker thread fails', async () => {
		const readAnyway = createShipmentReader(() => Promise.reject(new Error('it took too long')));
		expect((await readAnyway(received(withLabels(label)), credentials, true)).kind).toBe('booked');
	});

	it('is read in this thread when it is small', async () => {
		callCount = 0;
		await read(received(bookedBody), credentials, true);
		expect(callCount).toBe(0);
	});
});

it('removes the key and the secret from the text of a large answer', async () => {
	const { text } = await toAnswer(received(`${'x'.repeat(6 * MEGABYTE)}a-key@a-secret`), credentials);
	expect(text.slice(-10)).not.toContain('a-secret');
});
