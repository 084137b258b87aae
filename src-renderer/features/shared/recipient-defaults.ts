// Fills in what is known about a recipient: usual parcel and label printer from the address book; parcels, contents and options
// from the last booked shipment.
import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import { t } from '../../../src-contract/i18n';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { BookEntry } from '../../../src-contract/model/address';
import type { EnteredDraft } from '../../../src-contract/model/shipment-draft';
import { call } from '../../lib/bridge';
import { type Draft, PARCEL_MEASURE_FIELDS, type ParcelInput } from '../../lib/draft-fields';
import { formatMeasure } from '../../lib/format';
import { plainCopy } from '../../lib/plain-copy';
import { useShipFormStore } from './ship-form/ship-form';

/** Number of recent matches among which the last shipment to the recipient is looked for. */
const MAX_SEARCHED_SHIPMENTS = 20;

const nameOf = ({ to }: Draft): string => to.companyName || to.contactPerson;

/** What was copied from the last shipment, for the user, who can undo it. */
interface CopiedShipment {
	/** When the last shipment was created, ISO 8601. */
	createdAt: string;
	/** Sizes and weights, as in "40 × 30 × 20 cm, 5.5 kg". */
	parcels: string;
	/** The descriptions of the goods. */
	contents: string;
}

const parcelText = ({ count, lengthCm, widthCm, heightCm, weightKg }: Partial<ParcelInput>): string =>
	`${(count ?? 1) > 1 ? `${count} × ` : ''}${[lengthCm, widthCm, heightCm].map((cm) => formatMeasure(cm ?? 0)).join(' × ')} cm, ${formatMeasure(weightKg ?? 0)} kg`;

/** The fields copied from an earlier shipment. A pickup is not copied: one for each sender, carrier and day is enough. */
const copiedFields = ({
	parcels,
	contents,
	insured,
	notifyRecipient,
	reasonForExport,
	incoterms,
}: Draft | EnteredDraft) => ({
	parcels,
	contents,
	insured,
	notifyRecipient,
	reasonForExport,
	incoterms,
});

/**
 * @param canFillIn returns false while the shipment is being sent, and while the result of the shipment is shown
 * @param showMessage shows why nothing was filled in
 */
export function createRecipientDefaults(
	draft: Draft,
	canFillIn: () => boolean,
	showMessage: (message: string) => void,
) {
	/** Parcel that was filled in automatically for the recipient chosen last. */
	let filledInParcel: Partial<ParcelInput> | undefined;
	/** The recipient whose last shipment was looked for, and whether there is one. */
	const lookedUp = ref<{ key: string; isFound: boolean }>();
	const copied = ref<CopiedShipment>();
	/** The fields before the copy. */
	let fieldsBeforeCopy: ReturnType<typeof copiedFields> | undefined;
	const recipientKey = () => JSON.stringify([nameOf(draft), draft.to.zipcode]);

	function forgetCopy(): void {
		copied.value = undefined;
		fieldsBeforeCopy = undefined;
	}

	/** Finds the last booked shipment to the recipient. */
	async function findLastShipment() {
		const name = nameOf(draft);
		const filter = { text: `${name} ${draft.to.zipcode}` };
		const foundShipments = await call('shipments.list', { filter, limit: MAX_SEARCHED_SHIPMENTS });
		return foundShipments.find(({ recipient, state }) => recipient === name && state === 'booked');
	}

	return {
		recipientKey,

		/** True if this desk has shipped to the recipient. False until `lookUpLastShipment` has found out. */
		hasLastShipment: computed(() => lookedUp.value?.key === recipientKey() && lookedUp.value.isFound),

		/** Finds out whether there is a last shipment to the recipient. Called when the recipient changes. */
		async lookUpLastShipment(): Promise<void> {
			if (!nameOf(draft)) return;
			const key = recipientKey();
			// Without an answer, the offer to copy is missing, and the command still works.
			const lastShipment = await findLastShipment().catch(() => undefined);
			if (key === recipientKey()) lookedUp.value = { key, isFound: lastShipment !== undefined };
		},

		/**
		 * Fills in the label printer of an address-book entry, and its usual parcel if the form has one parcel without measures.
		 * @param entry undefined if the recipient is not in the address book
		 */
		setAddressEntry(entry: BookEntry | undefined): void {
			draft.labelPrinterId = entry?.labelPrinterId ?? '';
			const [parcel, ...furtherParcels] = draft.parcels;
			if (!parcel || furtherParcels.length > 0) return;
			// Remove the previous recipient's parcel, unless the user has changed it.
			const isUnchanged = PARCEL_MEASURE_FIELDS.every((field) => parcel[field] === filledInParcel?.[field]);
			if (filledInParcel && isUnchanged) for (const field of PARCEL_MEASURE_FIELDS) parcel[field] = undefined;
			filledInParcel = undefined;
			// Keep measures that the user entered. Test for numbers, because an emptied field holds an empty string.
			const isUnmeasured = PARCEL_MEASURE_FIELDS.every((field) => typeof parcel[field] !== 'number');
			if (!entry?.defaultParcel || !isUnmeasured) return;
			filledInParcel = { ...entry.defaultParcel };
			Object.assign(parcel, filledInParcel);
		},

		/**
		 * Copies parcels, contents and options from the last booked shipment to this recipient.
		 * @returns false if nothing was copied
		 */
		async copyLastShipment(): Promise<boolean> {
			const name = nameOf(draft);
			if (!name || !canFillIn()) return false;
			const fieldsBefore = JSON.stringify(copiedFields(draft));
			try {
				const lastShipment = await findLastShipment();
				if (!lastShipment) {
					showMessage(t('This desk has not shipped to {name} yet.', { name }));
					return false;
				}
				const { draft: lastDraft } = await call('shipments.get', { id: lastShipment.id });
				// The user started another parcel meanwhile, or this parcel is being sent.
				if (!canFillIn() || nameOf(draft) !== name) return false;
				// Keep what the user typed meanwhile.
				if (JSON.stringify(copiedFields(draft)) !== fieldsBefore) return false;
				fieldsBeforeCopy = plainCopy(copiedFields(draft));
				Object.assign(draft, copiedFields(lastDraft));
				copied.value = {
					createdAt: lastShipment.createdAt,
					parcels: lastDraft.parcels.map(parcelText).join('; '),
					contents: lastDraft.contents.map(({ description }) => description).join(', '),
				};
				return true;
			} catch (caught) {
				showMessage(errorMessage(caught));
				return false;
			}
		},

		/** What was copied from the last shipment; undefined when nothing was, or the copy was undone. */
		copied,
		/** Restores the fields as they were before the copy. */
		undoCopy(): void {
			if (!fieldsBeforeCopy || !canFillIn()) return;
			Object.assign(draft, fieldsBeforeCopy);
			forgetCopy();
		},

		reset(): void {
			filledInParcel = undefined;
			forgetCopy();
		},
	};
}

/** A store, because this state must outlive the view, like the form. */
export const useRecipientDefaultsStore = defineStore('recipient', () => {
	const form = useShipFormStore();
	const { reset, ...recipientDefaults } = createRecipientDefaults(
		form.draft,
		() => !form.busy && !form.result,
		(message) => {
			form.error = message;
		},
	);
	form.onCleared(reset);
	return recipientDefaults;
});
