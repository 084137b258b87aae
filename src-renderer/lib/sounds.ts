// Sounds: two rising notes for success, two equal ones for a booking above the chosen price, one low note for an error. Off
// by default.
import { useStationStore } from './station-store';

const NOTES = {
	done: [
		{ hertz: 660, at: 0, seconds: 0.09 },
		{ hertz: 880, at: 0.1, seconds: 0.14 },
	],
	/** Success that needs attention. */
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
		// A note without a fade ends with a click.
		volume.gain.setValueAtTime(VOLUME, start + seconds - 0.02);
		volume.gain.linearRampToValueAtTime(0, start + seconds);
		tone.connect(volume).connect(audio.destination);
		tone.start(start);
		tone.stop(start + seconds);
	}
}
