import { beforeEach, describe, expect, it, vi } from 'vitest';
import { REFUSALS } from '../../../../src-contract/model/packing';
import { playSound } from '../../../../src-renderer/lib/sounds';

const settings = { sounds: true };
vi.mock('../../../../src-renderer/lib/station-store', () => ({ useStationStore: () => ({ settings }) }));

interface Note {
	hertz: number;
	start: number;
	seconds: number;
}
let notes: Note[] = [];
class FakeOscillator {
	private readonly hertz: number;
	private startedAt = 0;
	constructor(_audio: unknown, { frequency }: { frequency: number }) {
		this.hertz = frequency;
	}
	connect = () => ({ connect: () => {} });
	start(time: number): void {
		this.startedAt = time;
	}
	stop(time: number): void {
		const seconds = Math.round((time - this.startedAt) * 1000) / 1000;
		notes.push({ hertz: this.hertz, start: this.startedAt, seconds });
	}
}
class FakeGain {
	gain = { setValueAtTime() {}, linearRampToValueAtTime() {} };
	connect = () => ({});
}
Object.assign(globalThis, {
	AudioContext: class {
		currentTime = 0;
		destination = {};
	},
	OscillatorNode: FakeOscillator,
	GainNode: FakeGain,
});

function notesOf(sound: Parameters<typeof playSound>[0]): Note[] {
	notes = [];
	playSound(sound);
	return notes;
}
const lengthOf = (played: Note[]) => Math.max(...played.map(({ start, seconds }) => start + seconds));
beforeEach(() => {
	settings.sounds = true;
});

describe('the sounds of packing', () => {
	it('a right scan is one short high note', () => {
		const [note, ...others] = notesOf('right');
		expect(others).toEqual([]);
		expect(note?.hertz).toBeGreaterThan(1000);
		expect(note?.seconds).toBeLessThan(0.1);
	});

	it('a finished order has two rising notes, a question two equal ones', () => {
		const [first, second] = notesOf('done').map(({ hertz }) => hertz);
		expect(second).toBeGreaterThan(first ?? Number.POSITIVE_INFINITY);
		const asked = notesOf('ask').map(({ hertz }) => hertz);
		expect(asked).toHaveLength(2);
		expect(new Set(asked).size).toBe(1);
	});

	it('each kind of refusal is low, longer than a right scan, and unlike the others', () => {
		const played = REFUSALS.map((refusal) => notesOf(refusal));
		expect(played).toHaveLength(14);
		for (const refused of played) {
			expect(Math.max(...refused.map(({ hertz }) => hertz))).toBeLessThan(300);
			expect(lengthOf(refused)).toBeGreaterThan(0.3);
		}
		expect(new Set(played.map((refused) => JSON.stringify(refused))).size).toBe(14);
	});

	it('are silent while sounds are off', () => {
		expect(notesOf('wrongLabel').length).toBeGreaterThan(0);
		settings.sounds = false;
		expect(notesOf('wrongLabel')).toEqual([]);
	});
});
