// Who is signed in at this desk, and which screens that person has. The main process checks each call; the screens only hide what it
// would refuse.
import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import { MINUTE_MS, SECOND_MS } from '../../src-contract/lib/units';
import { includesRole, type PeopleState, type Role } from '../../src-contract/model/people';
import { call, listen } from './bridge';

const CHECK_IDLE_MS = 15 * SECOND_MS;
/** Screens that only leads have, and screens that show prices. */
const LEAD_SCREENS = ['printers', 'settings'];
const PRICE_SCREENS = ['ship', 'shipments', 'quote', 'reports'];

export const usePeopleStore = defineStore('people', () => {
	/** Undefined until it is loaded. */
	const state = ref<PeopleState>();
	/** The person who is signed in by badge wants to enter the PIN. */
	const asksPin = ref(false);
	let lastInputAt = Date.now();

	const signedIn = computed(() => state.value?.signedIn ?? null);
	const isLocked = computed(() => state.value?.isOn === true && signedIn.value === null);
	/** Whether the person at the desk has the rights of a role. Without sign-in, everyone has. */
	const has = (role: Role): boolean =>
		state.value?.isOn !== true || (signedIn.value !== null && includesRole(signedIn.value.role, role));

	let isSigningOut = false;
	async function signOut(): Promise<void> {
		if (isSigningOut) return;
		isSigningOut = true;
		try {
			state.value = await call('people.signOut');
		} finally {
			isSigningOut = false;
		}
	}
	function lockWhenIdle(): void {
		const minutes = state.value?.signOutMinutes ?? 0;
		if (!signedIn.value || minutes === 0 || Date.now() - lastInputAt < minutes * MINUTE_MS) return;
		// A failure is tried again at the next check.
		signOut().catch(() => {});
	}

	return {
		state,
		asksPin,
		signedIn,
		isLocked,
		has,
		/** @param name of a screen in `app/screens.ts` */
		canOpen: (name: string): boolean =>
			has('lead') || !(LEAD_SCREENS.includes(name) || (!state.value?.packersSeePrices && PRICE_SCREENS.includes(name))),
		signOut,

		/** Loads the state, and follows it. Called once, by the application. */
		async start(): Promise<void> {
			const onInput = () => {
				// After the computer slept, the first key comes before the next check.
				lockWhenIdle();
				lastInputAt = Date.now();
			};
			window.addEventListener('keydown', onInput, { capture: true });
			window.addEventListener('pointerdown', onInput, { capture: true });
			setInterval(lockWhenIdle, CHECK_IDLE_MS);
			listen('people.changed', (changed) => {
				if (changed.signedIn?.id !== signedIn.value?.id) asksPin.value = false;
				state.value = changed;
			});
			const loaded = await call('people.state');
			state.value ??= loaded;
		},
	};
});
