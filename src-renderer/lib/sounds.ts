// Sounds: two rising notes for success, two equal notes for a price difference above the alert limit, one low note for an error, and
// the sounds of packing. Settings has a switch for them, which is off by default.
import type { Refusal } from '../../src-contract/model/packing';
import { useStationStore } from './station-store';

interface Note {
	hertz: number;
	delaySeconds: number;
	durationSeconds: number;
}

const GAP_SECONDS = 0.07;
/** Notes one after the other. @param notes pitch and duration of each, in hertz and seconds */
function melody(...notes: [hertz: number, durationSeconds: number][]): Note[] {
	let delaySeconds = 0;
	return notes.map(([hertz, durationSeconds]) => {
		const note = { hertz, delaySeconds, durationSeconds };
		delaySeconds += durationSeconds + GAP_SECONDS;
		return note;
	});
}

const LOW = 165;
const LOWEST = 131;
const LONG = 0.45;
const SHORT = 0.14;
/** Low and long, so that none is mistaken for a right scan. Each has a rhythm or a pitch of its own. */
const REFUSALS: Record<Refusal, Note[]> = {
	wrongItem: melody([LOW, 0.6]),
	surplus: melody([LOW, LONG], [LOW, LONG]),
	unknownCode: melody([LOW, SHORT], [LOW, SHORT], [LOW, LONG]),
	unreadable: melody([LOW, SHORT], [LOW, SHORT], [LOW, SHORT], [LOW, SHORT]),
	wrongOrder: melody([220, 0.25], [LOWEST, LONG]),
	wrongLabel: melody([LOWEST, 0.25], [220, 0.25], [LOWEST, 0.25], [220, 0.25]),
	voidedLabel: melody([LOWEST, LONG], [LOWEST, LONG], [LOWEST, LONG]),
	serialUsed: melody([LOW, LONG], [LOW, SHORT]),
	expired: melody([LOW, LONG], [LOW, SHORT], [LOW, SHORT]),
	notPackable: melody([LOWEST, 0.9]),
	orderChanged: melody([247, 0.25], [196, 0.25], [LOWEST, LONG]),
	incomplete: melody([LOW, SHORT], [LOW, LONG]),
	wrongWeight: melody([LOWEST, LONG], [LOWEST, SHORT]),
	wait: melody([196, 0.35]),
};

const NOTES = {
	done: [
		{ hertz: 660, delaySeconds: 0, durationSeconds: 0.09 },
		{ hertz: 880, delaySeconds: 0.1, durationSeconds: 0.14 },
	],
	/** Success that needs attention. */
	warning: [
		{ hertz: 330, delaySeconds: 0, durationSeconds: 0.18 },
		{ hertz: 330, delaySeconds: 0.26, durationSeconds: 0.18 },
	],
	/** An error, or a scan that must stop the packer. */
	stop: [{ hertz: 165, delaySeconds: 0, durationSeconds: 0.4 }],
	/** A scan that counted. */
	right: melody([1320, 0.07]),
	/** A scan after which something has to be scanned or typed. */
	ask: melody([520, 0.1], [520, 0.1]),
	...REFUSALS,
};
type SoundName = keyof typeof NOTES;
const VOLUME = 0.2;

let audio: AudioContext | undefined;

export function playSound(sound: SoundName): void {
	if (!useStationStore().settings?.sounds) return;
	audio ??= new AudioContext();
	for (const { hertz, delaySeconds, durationSeconds } of NOTES[sound]) {
		const start = audio.currentTime + delaySeconds;
		const tone = new OscillatorNode(audio, { type: 'triangle', frequency: hertz });
		const volume = new GainNode(audio, { gain: VOLUME });
		// A note without a fade ends with a click.
		volume.gain.setValueAtTime(VOLUME, start + durationSeconds - 0.02);
		volume.gain.linearRampToValueAtTime(0, start + durationSeconds);
		tone.connect(volume).connect(audio.destination);
		tone.start(start);
		tone.stop(start + durationSeconds);
	}
}
