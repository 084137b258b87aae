// Two notes up for what is done, two equal ones for a booking that costs more than chosen, one low note for stop; off unless the desk wants them.
import { useStationStore } from './station-store';

const NOTES = {
	done: [
		{ hertz: 660, at: 0, seconds: 0.09 },
		{ hertz: 880, at: 0.1, seconds: 0.14 },
	],
	/** Twice the same note: done, but look at it. */
	warning: [
		{ hertz: 330, at: 0, seconds: 0.18 },
		{ hertz: 330, at: 0.26, seconds: 0.18 },
	],
	stop: [{ hertz: 165, at: 0, seconds: 0.4 }],
};
const VOLUME = 0.2;

let audio: AudioContext | undefined;

export function play(sound: keyof typeof NOTES): void {
	if (!useStationStore().settings?.sounds) return;
	audio ??= new AudioContext();
	for (const { hertz, at, seconds } of NOTES[sound]) {
		const start = audio.currentTime + at;
		const tone = new OscillatorNode(audio, { type: 'triangle', frequency: hertz });
		const volume = new GainNode(audio, { gain: VOLUME });
		// Without a fade a note ends with a click.
		volume.gain.setValueAtTime(VOLUME, start + seconds - 0.02);
		volume.gain.linearRampToValueAtTime(0, start + seconds);
		tone.connect(volume).connect(audio.destination);
		tone.start(start);
		tone.stop(start + seconds);
	}
}
