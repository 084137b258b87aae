// The shipment in the form of the Ship screen. It outlives the view, so that a look at another screen costs nothing typed, and other
// screens put shipments, rows of batches and quotes into it.
import { defineStore } from 'pinia';
import { computed, reactive, ref, toRaw, watch } from 'vue';
import type { SavedDraft } from '../../../../src-contract/model/shipment-draft';
import { anotherContent, newContent, newDraft, newParcel, SIZES } from '../../../lib/draft-fields';
import { checks } from '../../../lib/form-checks-loader';
import { useStationStore } from '../../../lib/station-store';
import { createPrices } from '../prices';
import { createAttempts } from './attempts';
import { createRateQuestion } from './rate-question';
import { type BatchRowInForm, createDraftSaving } from './saving';

/** Which saved shipment, or which row of a batch, a composition is; neither: a new one. */
interface KnownAs {
	keptId?: number | undefined;
	mending?: BatchRowInForm | undefined;
}

export const useShipFormStore = defineStore('ship-form', () => {
	const station = useStationStore();
	const draft = reactive(newDraft());
	const attempted = ref(false);
	/** The shipment that is kept at the desk, and that the form goes on with. */
	const keptId = ref<number>();
	const mending = ref<BatchRowInForm>();
	/** What the form holds had a sender, and wishes, of its own. */
	let isLoaded = false;

	const { question, ...route } = createRateQuestion(draft);
	const prices = createPrices(() => question.value);
	const attempts = createAttempts(draft, keptId, prices.offline);
	const { refusedFaults, error, busy, result } = attempts;

	const fieldErrors = computed(() => [
		...refusedFaults.value,
		...((attempted.value && checks.value?.draftErrors(draft)) || []),
	]);
	const errorOf = (path: string): string | undefined => fieldErrors.value.find((fault) => fault.path === path)?.message;

	/** Something was typed for this parcel. */
	const isBegun = (): boolean =>
		Boolean(draft.to.contactPerson || draft.to.companyName || draft.to.addressLine1 || draft.reference) ||
		draft.contents.some(({ description }) => description) ||
		draft.parcels.some((parcel) => SIZES.some((size) => typeof parcel[size] === 'number'));
	/** From here on the time to its label is taken. */
	watch(isBegun, (begun) => {
		if (begun) draft.begunAt ??= new Date().toISOString();
	});

	const clearListeners: (() => void)[] = [];
	/** What the rest of Ship holds of a shipment is forgotten with it. */
	const onCleared = (listener: () => void): void => void clearListeners.push(listener);

	/** The next parcel: the sender stays, the rest is cleared. */
	function next(): void {
		if (busy.value) return;
		const { from, notifyRecipient, schedulePickup } = draft;
		Object.assign(draft, { ...newDraft(), from, notifyRecipient, schedulePickup });
		keptId.value = undefined;
		if (isLoaded) {
			if (station.settings?.sender) draft.from = { ...station.settings.sender };
			draft.schedulePickup = false;
			draft.notifyRecipient = true;
		}
		isLoaded = false;
		mending.value = undefined;
		prices.clear();
		attempted.value = false;
		for (const listener of clearListeners) listener();
		refusedFaults.value = [];
		error.value = '';
		result.value = undefined;
	}

	/** Whether the form holds this row or this saved shipment already, perhaps with input that is not saved yet. */
	function holds({ keptId: id, mending: row }: KnownAs): boolean {
		if (result.value) return false;
		if (row) return mending.value?.batchId === row.batchId && mending.value.position === row.position;
		return id !== undefined && keptId.value === id;
	}

	/** Takes a shipment into the form. @param known of which row of a batch, or of which kept shipment it is; else it is a new one */
	function load(composition: SavedDraft, known: KnownAs = {}): void {
		if (busy.value) return;
		next();
		isLoaded = true;
		const { parcels, contents, ...rest } = structuredClone(toRaw(composition));
		Object.assign(draft, rest, {
			parcels: parcels.length > 0 ? parcels.map((parcel) => ({ ...newParcel(), ...parcel })) : [newParcel()],
			contents: contents.length > 0 ? contents.map((content) => ({ ...newContent(), ...content })) : [newContent()],
		});
		keptId.value = known.keptId;
		mending.value = known.mending;
		attempted.value = known.mending !== undefined;
	}

	return {
		draft,
		...route,
		question,
		prices,
		chosen: prices.chosen,
		offline: prices.offline,
		...attempts,
		attempted,
		fieldErrors,
		errorOf,
		keptId,
		mending,
		...createDraftSaving({ draft, keptId, mending, attempted, isBegun, next }, attempts),
		holds,
		load,
		next,
		onCleared,
		step: prices.step,
		addContent: () => draft.contents.push(anotherContent(draft.contents)),
	};
});
