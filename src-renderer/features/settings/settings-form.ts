// The settings form. Its state outlives the screen, so that changes that are not saved yet stay when the user opens another screen.
import { defineStore } from 'pinia';
import { computed, reactive, ref, shallowRef, watch } from 'vue';
import { t } from '../../../src-contract/i18n';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { Address } from '../../../src-contract/model/address';
import { emptyAddress } from '../../../src-contract/model/empty-address';
import { type Settings, settingsSchema } from '../../../src-contract/model/settings';
import { parseAddress } from '../../lib/form-checks';
import { messageRef } from '../../lib/language-change';
import { plainCopy } from '../../lib/plain-copy';
import { useStationStore } from '../../lib/station-store';
import { applySavedElsewhere, changedFields } from './form-changes';

type SettingsForm = Omit<Settings, 'sender'> & { sender: Address };

export const useSettingsFormStore = defineStore('settings-form', () => {
	const station = useStationStore();
	function copySavedSettings(): SettingsForm {
		if (!station.settings) throw new Error('The settings are not loaded yet');
		const settings = plainCopy(station.settings);
		return { ...settings, sender: settings.sender ?? { ...emptyAddress } };
	}
	const form = reactive(copySavedSettings());
	/** The saved settings when the form was last updated. A field that differs from them was changed by the user. */
	const openedForm = shallowRef(copySavedSettings());
	// Settings are saved elsewhere too, such as the text size in the command menu.
	watch(
		() => station.settings,
		() => {
			applySavedElsewhere(form, openedForm.value, copySavedSettings());
			openedForm.value = copySavedSettings();
		},
		{ flush: 'sync' },
	);
	const isChanged = computed(() => Object.keys(changedFields(form, openedForm.value)).length > 0);

	/** Outcome of the last save. */
	const message = messageRef();
	const hasFailed = ref(false);
	const statusText = computed(() => (isChanged.value && !hasFailed.value ? t('Unsaved changes') : message.value));
	/** True after an attempt to save a sender. Its fields then show their errors. */
	const isSenderValidated = ref(false);
	const serviceError = messageRef();
	const accountError = messageRef();
	const senderError = (field: string): string | undefined =>
		isSenderValidated.value
			? parseAddress(form.sender).fieldErrors.find((fieldError) => fieldError.path === field)?.message
			: undefined;

	/** Saves the fields that the user changed. @returns false if a field is invalid or the settings could not be saved */
	async function save(): Promise<boolean> {
		const hasSender = Object.values(form.sender).some(Boolean);
		isSenderValidated.value = hasSender;
		const { address: validSender } = parseAddress(form.sender);
		const { serviceUrl, accountUrl, parcelPresets, packing } = settingsSchema.shape;
		serviceError.value = serviceUrl.safeParse(form.serviceUrl).error?.issues[0]?.message ?? '';
		accountError.value = accountUrl.safeParse(form.accountUrl).error?.issues[0]?.message ?? '';
		const hasInvalidBoxes = !parcelPresets.safeParse(form.parcelPresets).success;
		const hasInvalidPacking = !packing.safeParse(form.packing).success;
		hasFailed.value =
			(hasSender && !validSender) ||
			hasInvalidBoxes ||
			hasInvalidPacking ||
			serviceError.value !== '' ||
			accountError.value !== '';
		message.value = hasFailed.value ? t('Some fields need attention. Nothing was saved.') : '';
		if (hasFailed.value) return false;
		const submittedForm = plainCopy(form);
		const { sender, ...changes }: Partial<Settings> = changedFields(submittedForm, openedForm.value);
		try {
			await station.saveSettings({ ...changes, ...(sender && { sender: (hasSender && validSender) || null }) });
			// Show the values as they were saved, which may differ from the input, for example in spaces.
			applySavedElsewhere(form, submittedForm, copySavedSettings());
			message.value = t('Saved.');
			return true;
		} catch (error) {
			hasFailed.value = true;
			message.value = errorMessage(error);
			return false;
		}
	}

	/** Shows the saved settings again. */
	function discard(): void {
		Object.assign(form, copySavedSettings());
		message.value = '';
		hasFailed.value = false;
		isSenderValidated.value = false;
		serviceError.value = '';
		accountError.value = '';
	}

	return {
		form,
		isChanged,
		message,
		hasFailed,
		statusText,
		serviceError,
		accountError,
		senderError,
		save,
		discard,
	};
});
