// What can be done on the screen that is shown: each with its words, and a key where it has one. The palette lists what is there.
import { defineShortcuts } from '@nuxt/ui/composables';
import { type ComputedRef, computed, onActivated, onDeactivated, onScopeDispose, ref, shallowReactive } from 'vue';

export interface Command {
	label: string;
	/** As in Ctrl Shift S. */
	keys?: string;
	icon?: string;
	run: () => unknown;
}

const registered = shallowReactive(new Map<symbol, ComputedRef<Command[]>>());

/** Those of the innermost part of the screen first. */
export const allCommands = computed(() => [...registered.values()].reverse().flatMap((commands) => commands.value));

/** For as long as the component stands and is shown. @param make asked again when what it reads changes */
export function useCommands(make: () => Command[]): void {
	const isShown = ref(true);
	const commands = computed(() => (isShown.value ? make() : []));
	const id = Symbol('commands');
	registered.set(id, commands);
	onScopeDispose(() => registered.delete(id));
	// A screen that is kept while another one is shown can do nothing.
	onActivated(() => {
		isShown.value = true;
	});
	onDeactivated(() => {
		isShown.value = false;
	});
	defineShortcuts(
		computed(() =>
			Object.fromEntries(
				commands.value.flatMap(({ keys, run }) =>
					keys
						? [[keys.toLowerCase().replaceAll(' ', '_'), { usingInput: true, handler: () => void run() }] as const]
						: [],
				),
			),
		),
	);
}
