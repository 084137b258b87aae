// The shipment in the Ship form. The store outlives the view, so that input survives a change of screen. Other screens load
// shipments, batch rows and quotes into it.
import { defineStore } from 'pinia';
import { computed, reactive, ref, shallowRef, toRaw, watch } from 'vue';
import { keysOf } from '../../../../src-contract/lib/keys';
import type { Address } from '../../../../src-contract/model/address';
import { emptyAddress } from '../../../../src-contract/model/empty-address';
import type { EnteredDraft } from '../../../../src-contract/model/shipment-draft';
import { hasDraftInput } from '../../../../src-contract/rules/draft-input';
import { type Draft, haveEqualFields, newContent, newDraft, newParcel, nextContent } from '../../../lib/draft-fields';
import { formChecks } from '../../../lib/form-checks-loader';
import { plainCopy } from '../../../lib/plain-copy';
import { useStationStore } from '../../../lib/station-store';
import { createPrices } from '../prices';
import { createDerivedValues } from './derived-values';
import { type BatchRowInForm, createDraftSaving } from './draft-saving';
import { createFormActions } from './form-actions';

/** The saved draft or the batch row that the form edits. Neither is set for a new shipment. */
interface FormTarget {
	savedDraftId?: number | undefined;
	editedRow?: BatchRowInForm | undefined;
}

export const useShipFormStore = defineStore('ship-form', () => {
	const station = useStationStore();
	const draft = reactive(newDraft());
	/** True after the user tried to submit the form, and while the form edits a batch row. Fields with errors then show the errors. */
	const showsErrors = ref(false);
	/** Id of the saved draft that the form edits. */
	const savedDraftId = ref<number>();
	const editedRow = ref<BatchRowInForm>();
	/** True if the form was filled by `load`. `startNextParcel` then resets sender, pickup and notification. */
	let isLoaded = false;

	const { quoteInput, ...derivedValues } = createDerivedValues(draft);
	const prices = createPrices(() => quoteInput.value);
	const actions = createFormActions(draft, savedDraftId, prices.isOffline);
	const { refusedFieldErrors, error, busy, result } = actions;

	const fieldErrors = computed(() => [
		...refusedFieldErrors.value,
		...((showsErrors.value && formChecks.value?.draftErrors(draft)) || []),
	]);
	const errorOf = (path: string): string | undefined =>
		fieldErrors.value.find((fieldError) => fieldError.path === path)?.message;

	const hasInput = computed(() => hasDraftInput(draft));
	/** The form before `clear`, until the user enters something else. */
	const clearedForm = shallowRef<{ draft: Draft; target: FormTarget; wasLoaded: boolean }>();
	// The Reports screen shows the time from the first input to the label.
	watch(hasInput, (isStarted) => {
		if (!isStarted) return;
		draft.begunAt ??= new Date().toISOString();
		clearedForm.value = undefined;
	});

	// Fill in the default sender, also after it was corrected in Settings, unless the form has another one.
	watch(
		() => station.settings?.sender,
		(sender, formerSender) => {
			if (!sender) return;
			const isUntouched =
				haveEqualFields(draft.from, emptyAddress) || (formerSender && haveEqualFields(draft.from, formerSender));
			if (isUntouched) draft.from = { ...sender };
		},
		{ immediate: true },
	);

	/** The origin that items have before the user enters goods: most desks ship goods of their own country. */
	let defaultOrigin = '';
	watch(
		() => [draft.from.countryCode, draft.contents] as const,
		([country]) => {
			for (const item of draft.contents) {
				const isUntouched = item.description === '' && ['', defaultOrigin].includes(item.originCountry);
				if (isUntouched) item.originCountry = country;
			}
			defaultOrigin = country;
		},
		{ immediate: true, flush: 'sync' },
	);

	const clearListeners: (() => void)[] = [];
	/** Registers a function that resets related state when the form is cleared. */
	const onCleared = (listener: () => void): void => void clearListeners.push(listener);

	/**
	 * Clears the form for the next parcel. Does nothing while the form is busy. Sender and notification stay, unless `load`
	 * filled them in; a loaded sender also stays if the desk has no default sender.
	 */
	function startNextParcel(): void {
		if (busy.value) return;
		const { from, notifyRecipient } = draft;
		Object.assign(draft, { ...newDraft(), from, notifyRecipient });
		savedDraftId.value = undefined;
		if (isLoaded) {
			if (station.settings?.sender) draft.from = { ...station.settings.sender };
			draft.notifyRecipient = true;
		}
		isLoaded = false;
		editedRow.value = undefined;
		prices.clear();
		showsErrors.value = false;
		for (const listener of clearListeners) listener();
		refusedFieldErrors.value = [];
		error.value = '';
		result.value = undefined;
	}

	/** Clears the form, except for the values that `startNextParcel` keeps. `undoClear` restores the cleared values. */
	function clear(): void {
		if (busy.value || result.value || editedRow.value || !hasInput.value) return;
		const form = { draft: plainCopy(draft), target: { savedDraftId: savedDraftId.value }, wasLoaded: isLoaded };
		startNextParcel();
		clearedForm.value = form;
	}
	function undoClear(): void {
		const form = clearedForm.value;
		if (!form || result.value) return;
		load(form.draft, form.target);
		isLoaded = form.wasLoaded;
		clearedForm.value = undefined;
	}
	/** True if the form already holds this row or saved draft, perhaps with unsaved input. */
	function isEditing({ savedDraftId: id, editedRow: row }: FormTarget): boolean {
		if (result.value) return false;
		if (row) return editedRow.value?.batchId === row.batchId && editedRow.value.position === row.position;
		return id !== undefined && savedDraftId.value === id;
	}

	/**
	 * Loads a shipment into the form. Does nothing while the form is busy.
	 * @param savedDraft the contents of the form
	 * @param target the saved draft or batch row that the form edits from now on; empty for a new shipment
	 */
	function load(savedDraft: EnteredDraft, target: FormTarget = {}): void {
		if (busy.value) return;
		startNextParcel();
		isLoaded = true;
		const { parcels, contents, ...rest } = structuredClone(toRaw(savedDraft));
		Object.assign(draft, rest, {
			parcels: parcels.length > 0 ? parcels.map((parcel) => ({ ...newParcel(), ...parcel })) : [newParcel()],
			contents: contents.length > 0 ? contents.map((content) => ({ ...newContent(), ...content })) : [newContent()],
		});
		savedDraftId.value = target.savedDraftId;
		editedRow.value = target.editedRow;
		showsErrors.value = target.editedRow !== undefined;
	}

	/** Fills in an address as the recipient. Other fields of an address-book entry are left out. */
	function setRecipient(address: Address): void {
		const recipient = { ...emptyAddress };
		for (const field of keysOf(recipient)) recipient[field] = address[field];
		draft.to = recipient;
	}

	return {
		draft,
		...derivedValues,
		quoteInput,
		prices,
		chosenOption: prices.chosenOption,
		isOffline: prices.isOffline,
		...actions,
		showsErrors,
		fieldErrors,
		errorOf,
		savedDraftId,
		editedRow,
		...createDraftSaving({ draft, savedDraftId, editedRow, showsErrors, hasInput, startNextParcel }, actions),
		isEditing,
		hasInput,
		load,
		clear,
		clearedForm,
		undoClear,
		setRecipient,
		startNextParcel,
		onCleared,
		moveChoice: prices.moveChoice,
		addContent: () => draft.contents.push(nextContent(draft.contents)),
	};
});
