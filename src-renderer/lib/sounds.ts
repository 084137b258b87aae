// Sounds: two rising notes for success, two equal notes for a price difference above the alert limit, one low note for an error.
// Settings has a switch for them, which is off by default.
import { useStationStore } from './station-store';

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
};
const VOLUME = 0.2;

let audio: AudioContext | undefined;

export function playSound(sound: keyof typeof NOTES): void {
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
