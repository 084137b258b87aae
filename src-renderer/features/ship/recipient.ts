// What the desk knows of a recipient beside the address: the box that the address book names, and what was sent there last.
import { defineStore } from 'pinia';
import { t } from '../../../src-contract/i18n';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { BookEntry } from '../../../src-contract/model/address';
import type { SavedDraft } from '../../../src-contract/model/shipment-draft';
import { call } from '../../lib/bridge';
import { type Draft, SIZES, type TypedParcel } from '../../lib/draft-fields';
import { useShipFormStore } from '../shared/ship-form/ship-form';

/** Of what was sent to somebody of such a name. */
const MAX_EXAMINED = 20;

const nameOf = ({ to }: Draft): string => to.companyName || to.contactPerson;

/** What is taken over from an earlier shipment. */
const fillable = ({
	parcels,
	contents,
	insured,
	schedulePickup,
	notifyRecipient,
	reasonForExport,
	incoterms,
}: Draft | SavedDraft) => ({
	parcels,
	contents,
	insured,
	schedulePickup,
	notifyRecipient,
	reasonForExport,
	incoterms,
});

/** @param isFree whether the form may be filled @param tell shows what stands in the way */
export function createRecipient(draft: Draft, isFree: () => boolean, tell: (message: string) => void) {
	/** What of the recipient before was filled in by itself. */
	let filledIn: Partial<TypedParcel> | undefined;

	return {
		/** @param entry undefined: nobody of the book */
		know(entry: BookEntry | undefined): void {
			draft.labelPrinterId = entry?.labelPrinterId ?? '';
			const [parcel, ...more] = draft.parcels;
			if (!parcel || more.length > 0) return;
			const isAsFilledIn = SIZES.every((size) => parcel[size] === filledIn?.[size]);
			if (filledIn && isAsFilledIn) for (const size of SIZES) parcel[size] = undefined;
			filledIn = undefined;
			// What somebody measured counts; an emptied field holds an empty text.
			const isUnmeasured = SIZES.every((size) => typeof parcel[size] !== 'number');
			if (!entry?.defaultParcel || !isUnmeasured) return;
			filledIn = { ...entry.defaultParcel };
			Object.assign(parcel, filledIn);
		},

		/** Parcels, contents and wishes of what this recipient was sent last. @returns false: there was nothing */
		async asLastTime(): Promise<boolean> {
			const name = nameOf(draft);
			if (!name || !isFree()) return false;
			const before = JSON.stringify(fillable(draft));
			try {
				const filter = { text: `${name} ${draft.to.zipcode}` };
				const found = await call('shipments.list', { filter, limit: MAX_EXAMINED });
				const last = found.find(({ recipient, state }) => recipient === name && state === 'booked');
				if (!last) {
					tell(t('Nothing was sent to {name} from this desk yet.', { name }));
					return false;
				}
				const { composition } = await call('shipments.get', { id: last.id });
				// Another parcel was taken up meanwhile, or this one is on its way.
				if (!isFree() || nameOf(draft) !== name) return false;
				// What was typed meanwhile counts.
				if (JSON.stringify(fillable(draft)) !== before) return false;
				Object.assign(draft, fillable(composition));
				return true;
			} catch (caught) {
				tell(errorMessage(caught));
				return false;
			}
		},

		forget(): void {
			filledIn = undefined;
		},
	};
}

/** Outlives the view, as the form does. */
export const useRecipientStore = defineStore('recipient', () => {
	const form = useShipFormStore();
	const recipient = createRecipient(
		form.draft,
		() => !form.busy && !form.result,
		(message) => {
			form.error = message;
		},
	);
	form.onCleared(recipient.forget);
	return { know: recipient.know, asLastTime: recipient.asLastTime };
});
