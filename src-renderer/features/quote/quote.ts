// State of the Quote screen: prices for a route, without names and streets. The store outlives the view, so that the input
// survives a change of screen.
import { defineStore } from 'pinia';
import { computed, reactive } from 'vue';
import type { QuoteInput } from '../../../src-contract/model/shipment-draft';
import { newParcel, type ParcelInput } from '../../lib/draft-fields';
import { completeDocuments, completeParcels } from '../../lib/form-checks';
import { createPrices } from '../shared/prices';

const emptyLocation = { countryCode: '', zipcode: '', city: '' };

/** What is sent. Only parcels can be booked. */
type PieceKind = 'parcel' | 'document' | 'pallet';

interface QuoteDraft {
	from: typeof emptyLocation;
	to: typeof emptyLocation;
	/** The destination is the address of a business. */
	isBusiness: boolean;
	kind: PieceKind;
	/** The lines of each kind, so that a pallet's measures do not become a document's. */
	lines: Record<PieceKind, ParcelInput[]>;
	/** For pallets: whether others may be put on top. One answer for all, because they travel together. */
	isStackable: boolean;
	insured: boolean;
	/** An emptied field holds an empty string; see BaseInput. */
	valueEur: number | undefined;
}

/** Length and width of the most common pallet in Europe (EN 13698-1). */
const EURO_PALLET = { lengthCm: 120, widthCm: 80 };

export const useQuoteStore = defineStore('quote', () => {
	const draft = reactive<QuoteDraft>({
		from: { ...emptyLocation },
		to: { ...emptyLocation },
		isBusiness: true,
		kind: 'parcel',
		lines: {
			parcel: [newParcel()],
			document: [newParcel()],
			pallet: [{ ...newParcel(), ...EURO_PALLET }],
		},
		isStackable: false,
		insured: false,
		valueEur: undefined,
	});

	/** The parcels, pallets or documents; undefined while measures are missing. */
	function completePieces(): Pick<QuoteInput, 'parcels' | 'pallets' | 'documents'> | undefined {
		const { kind, lines, isStackable } = draft;
		const input = lines[kind];
		if (kind === 'document') {
			const documents = completeDocuments(input[0]);
			return documents && { parcels: [], documents };
		}
		const parcels = completeParcels(input);
		if (kind === 'parcel' || !parcels) return parcels && { parcels };
		return { parcels: [], pallets: parcels.map((parcel) => ({ ...parcel, isStackable })) };
	}

	/**
	 * Input for a rate request, or undefined while the form is incomplete. If neither a postcode nor a city is entered, the service
	 * uses the capital of the country.
	 */
	const quoteInput = computed(() => {
		const pieces = completePieces();
		const totalValueEur = typeof draft.valueEur === 'number' ? draft.valueEur : 0;
		if (!draft.from.countryCode || !draft.to.countryCode || !pieces) return undefined;
		if (draft.insured && totalValueEur <= 0) return undefined;
		return {
			from: { ...draft.from },
			// A recipient with a company name counts as a business.
			to: { ...draft.to, companyName: draft.isBusiness ? '-' : '' },
			...pieces,
			insured: draft.insured,
			totalValueEur,
		};
	});
	const prices = createPrices(() => quoteInput.value);

	return { draft, quoteInput, prices };
});
