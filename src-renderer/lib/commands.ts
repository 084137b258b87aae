// Commands of the visible screen and of the app itself, with label and optional shortcut. The command menu (Ctrl K) lists them.
import { defineShortcuts } from '@nuxt/ui/composables';
import { type ComputedRef, computed, onActivated, onDeactivated, onScopeDispose, ref, shallowReactive } from 'vue';

export interface Command {
	label: string;
	/** Shortcut, as in "Ctrl Shift S". */
	keys?: string;
	icon?: string;
	run: () => unknown;
}

const registeredCommands = shallowReactive(new Map<symbol, ComputedRef<Command[]>>());

/** All commands. A component registers its commands after its parent, so the commands of the innermost component come first. */
export const allCommands = computed(() =>
	[...registeredCommands.values()].reverse().flatMap((commands) => commands.value),
);

/**
 * Registers commands while the component is mounted and visible.
 * @param createCommands creates the commands; called again when a reactive value that it reads has changed
 */
export function useCommands(createCommands: () => Command[]): void {
	const isShown = ref(true);
	const commands = computed(() => (isShown.value ? createCommands() : []));
	const id = Symbol('commands');
	registeredCommands.set(id, commands);
	onScopeDispose(() => registeredCommands.delete(id));
	// A hidden keep-alive screen has no commands.
	onActivated(() => {
		isShown.value = true;
	});
	onDeactivated(() => {
		isShown.value = false;
	});
	// `usingInput`: the shortcuts also work while the focus is in an input field.
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
