// The evidence of an order: every change of it is found, by the verifier that needs nothing of the station.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { chainedHash, sealText } from '../../../src-main/events/event-chain';
import { createEvidence } from '../../../src-main/events/evidence';
import { verifyEvidence } from '../../../tools/verify-evidence.mjs';
import { random as seededRandom } from '../../fixtures/address-book/made-up';
import { openPackingDesk, type PackingDesk } from '../../fixtures/packing-desk';

const DAY = '2026-11-30';

/** Packs, books and verifies the order. */
async function packOrder(desk: PackingDesk, number: string): Promise<number> {
	desk.scan(number);
	desk.scan('MUG-CODE');
	desk.scan('NOT-AN-ITEM');
	desk.scan('MUG-CODE');
	const trackingNumber = await desk.untilLabel();
	const shipmentId = desk.refresh().view?.shipment?.id ?? 0;
	expect(desk.scan(trackingNumber).verdict).toBe('done');
	return shipmentId;
}

function openDesk(clock: { now: Date } = { now: new Date(`${DAY}T10:00:00Z`) }) {
	const now = () => {
		clock.now = new Date(clock.now.getTime() + 1000);
		return clock.now;
	};
	const desk = openPackingDesk({ now, packing: { verifiesLabels: true } });
	desk.addItem({ sku: 'MUG', codes: [{ code: 'MUG-CODE', quantity: 1 }] });
	const evidence = createEvidence({
		database: desk.database,
		findOrder: desk.orderStore.findByShipment,
		shipment: desk.journal.summary,
		deskName: () => 'Desk 1',
		now,
	});
	return { ...desk, evidence };
}

describe('the evidence of an order', () => {
	test('has what was scanned, and withholds the events of other orders', async () => {
		const desk = openDesk();
		for (const number of ['A-1', 'A-2', 'A-3']) desk.addOrder(number, { MUG: 2 });
		await packOrder(desk, 'A-1');
		const id = await packOrder(desk, 'A-2');
		await packOrder(desk, 'A-3');
		const { name, file, paper } = desk.evidence.ofShipment(id);
		expect(name).toBe('A-2');
		const { events, lastHash } = verifyEvidence(file);
		expect(events.map(({ kind }) => kind)).toEqual([
			'order.imported',
			'packing.opened',
			'packing.scanned',
			'packing.refused',
			'packing.scanned',
			'packing.closed',
			'packing.labelVerified',
		]);
		expect(file).not.toContain('A-1');
		expect(file).not.toContain('A-3');
		expect(paper.events).toHaveLength(events.length);
		// The seal of the day is printed, and confirms the file.
		const seal = desk.evidence.sealOf(DAY)?.seal ?? '';
		expect(seal).toMatch(/^([0-9a-f]{4} ){3}[0-9a-f]{4}$/);
		expect(paper.seal).toBe(seal);
		expect(sealText(lastHash)).toBe(seal);
		expect(verifyEvidence(file, seal).events).toHaveLength(events.length);
		expect(() => verifyEvidence(file, '0123 4567 0123 4567')).toThrow('No event of the file has the seal');
		expect(() => verifyEvidence(file, seal.slice(0, 9))).toThrow('No event of the file has the seal');
	});

	test('ends with the day of its last event, whose seal stays the same', async () => {
		const clock = { now: new Date(`${DAY}T10:00:00Z`) };
		const desk = openDesk(clock);
		for (const number of ['A-1', 'A-2', 'A-3']) desk.addOrder(number, { MUG: 2 });
		const id = await packOrder(desk, 'A-1');
		await packOrder(desk, 'A-2');
		const seal = desk.evidence.sealOf(DAY);
		const before = desk.evidence.ofShipment(id).file;
		clock.now = new Date('2026-12-01T10:00:00Z');
		await packOrder(desk, 'A-3');
		expect(desk.evidence.ofShipment(id).file).toBe(before);
		expect(desk.evidence.sealOf(DAY)).toEqual(seal);
		expect(desk.evidence.sealOf('2026-12-01')?.seal).not.toBe(seal?.seal);
		expect(desk.evidence.sealOf('2026-11-29')).toBeNull();
	});

	test('shows that the log was changed in the database', async () => {
		const desk = openDesk();
		desk.addOrder('A-1', { MUG: 2 });
		const id = await packOrder(desk, 'A-1');
		desk.database.run('DROP TRIGGER desk_event_not_changed');
		desk.database.write(`UPDATE desk_event SET packer = 'Another packer' WHERE kind = 'packing.refused'`);
		expect(() => desk.evidence.ofShipment(id)).toThrow('was changed after it was written');
	});

	test('says when nothing was recorded', async () => {
		const desk = openDesk();
		desk.addOrder('A-1', { MUG: 2 });
		const id = await packOrder(desk, 'A-1');
		// As of an earlier version.
		desk.database.run('DROP TRIGGER desk_event_not_changed');
		desk.database.write('UPDATE desk_event SET hash = NULL, salt = NULL');
		expect(() => desk.evidence.ofShipment(id)).toThrow('Nothing was recorded');
		expect(desk.evidence.sealOf(DAY)).toBeNull();
	});
});

describe('the verifier', () => {
	test('finds each of 1,000 changes', async () => {
		const desk = openDesk();
		for (const number of ['A-1', 'A-2', 'A-3']) desk.addOrder(number, { MUG: 2 });
		await packOrder(desk, 'A-1');
		const id = await packOrder(desk, 'A-2');
		await packOrder(desk, 'A-3');
		const { file } = desk.evidence.ofShipment(id);
		expect(verifyEvidence(file).events.length).toBeGreaterThan(5);
		const random = seededRandom(41);
		const pick = (length: number) => Math.floor(random() * length);
		const lines = file.slice(0, -1).split('\n');
		const join = (changed: readonly string[]) => `${changed.join('\n')}\n`;
		/** Index of a line after the first one. */
		const anyLine = () => 1 + pick(lines.length - 1);
		const shown = lines.flatMap((line, index) => (line.includes(' {') ? [index] : []));
		const digestOf = (line: string) => sha256(line.slice(line.indexOf(' ') + 1));
		const mutations: Record<string, () => string> = {
			'a character changed': () => {
				const at = pick(file.length - 1);
				const other = 'abcdef0123456789"{} /\n'[pick(22)] ?? 'x';
				return file.slice(0, at) + other + file.slice(at + 1);
			},
			'a line removed': () => join(lines.toSpliced(anyLine(), 1)),
			'a line doubled': () => {
				const index = anyLine();
				return join(lines.toSpliced(index, 0, lines[index] ?? ''));
			},
			'two lines exchanged': () => {
				const [left, right] = [anyLine(), anyLine()];
				return join(lines.with(left, lines[right] ?? '').with(right, lines[left] ?? ''));
			},
			'the end cut off': () => file.slice(0, pick(file.length)),
			'the last lines cut off': () => join(lines.slice(0, anyLine())),
			'an event withheld': () => {
				const index = shown[pick(shown.length)] ?? 1;
				const line = lines[index] ?? '';
				return join(lines.with(index, `${line.split(' ')[0]} ${digestOf(line)}`));
			},
			'an event given to another order': () => {
				const index = shown[pick(shown.length)] ?? 1;
				return join(lines.with(index, (lines[index] ?? '').replace(/^\d*\/\d*/, `${pick(9) + 10}/`)));
			},
			'the file said to be of another order': () =>
				join(lines.with(0, (lines[0] ?? '').replace(/1 \d+\//, `1 ${pick(9) + 10}/`))),
			'a field changed': () => {
				const index = shown[pick(shown.length)] ?? 1;
				const field = ['"at":"2026', '"packer":"', '"desk":"', '"kind":"'][pick(4)] ?? '';
				return join(lines.with(index, (lines[index] ?? '').replace(field, `${field}1`)));
			},
		};
		const missed: string[] = [];
		let tried = 0;
		while (tried < 1000)
			for (const [name, mutate] of Object.entries(mutations)) {
				const changed = mutate();
				if (changed === file) continue;
				tried += 1;
				try {
					verifyEvidence(changed);
					missed.push(name);
				} catch (error) {
					expect(error).toBeInstanceOf(Error);
				}
			}
		expect(tried).toBeGreaterThanOrEqual(1000);
		expect(missed).toEqual([]);
	});

	test('finds a file that was made again with other events only by the printed seal', async () => {
		const desk = openDesk();
		desk.addOrder('A-1', { MUG: 2 });
		const id = await packOrder(desk, 'A-1');
		const seal = desk.evidence.sealOf(DAY)?.seal ?? '';
		// The owner of the desk writes the log again.
		desk.database.run('DROP TRIGGER desk_event_not_changed');
		let previous = '0'.repeat(64);
		for (const event of desk.database.all<never>('SELECT * FROM desk_event ORDER BY id') as Parameters<
			typeof chainedHash
		>[1][] &
			{ id: number }[]) {
			const changed = { ...event, packer: 'Another packer' };
			previous = chainedHash(previous, changed);
			desk.database.write(
				'UPDATE desk_event SET packer = ?, hash = ? WHERE id = ?',
				'Another packer',
				previous,
				event.id,
			);
		}
		const { file } = desk.evidence.ofShipment(id);
		expect(verifyEvidence(file).events[0]?.packer).toBe('Another packer');
		expect(() => verifyEvidence(file, seal)).toThrow('No event of the file has the seal');
	});
});

/** SHA-256, as in the file. */
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
