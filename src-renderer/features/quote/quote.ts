// State of the Quote screen: prices for a route, without names and streets. The store outlives the view, so that the input
// survives a change of screen.
import { defineStore } from 'pinia';
import { computed, reactive } from 'vue';
import { newParcel, type ParcelInput } from '../../lib/draft-fields';
import { completeParcels } from '../../lib/form-checks';
import { createPrices } from '../shared/prices';

const emptyLocation = { countryCode: '', zipcode: '', city: '' };

interface QuoteDraft {
	from: typeof emptyLocation;
	to: typeof emptyLocation;
	/** The destination is the address of a business. */
	isBusiness: boolean;
	parcels: ParcelInput[];
	insured: boolean;
	/** An emptied field holds an empty string; see BaseInput. */
	valueEur: number | undefined;
}

export const useQuoteStore = defineStore('quote', () => {
	const draft = reactive<QuoteDraft>({
		from: { ...emptyLocation },
		to: { ...emptyLocation },
		isBusiness: true,
		parcels: [newParcel()],
		insured: false,
		valueEur: undefined,
	});

	/**
	 * Input for a rate request, or undefined while the form is incomplete. If neither a postcode nor a city is entered, the service
	 * uses the capital of the country.
	 */
	const quoteInput = computed(() => {
		const parcels = completeParcels(draft.parcels);
		const totalValueEur = typeof draft.valueEur === 'number' ? draft.valueEur : 0;
		if (!draft.from.countryCode || !draft.to.countryCode || !parcels) return undefined;
		if (draft.insured && totalValueEur <= 0) return undefined;
		return {
			from: { ...draft.from },
			// A recipient with a company name counts as a business.
			to: { ...draft.to, companyName: draft.isBusiness ? '-' : '' },
			parcels,
			insured: draft.insured,
			totalValueEur,
		};
	});
	const prices = createPrices(() => quoteInput.value);

	return { draft, quoteInput, prices };
});
