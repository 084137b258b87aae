// Values derived from the draft: value of the goods, whether customs applies, what the route requires, and the input for a rate
// request.
import { computed } from 'vue';
import { isDutiable, routeRequirements } from '../../../../src-contract/rules/customs-territory';
import { contentsValueEur, type Draft } from '../../../lib/draft-fields';
import { formChecks } from '../../../lib/form-checks-loader';

/** What rates and duties need: country, postcode and city of both addresses, and the recipient's company. */
export const routeOf = ({ from, to }: Draft) => ({
	from: { countryCode: from.countryCode, zipcode: from.zipcode, city: from.city },
	to: { countryCode: to.countryCode, zipcode: to.zipcode, city: to.city, companyName: to.companyName },
});

export function createDerivedValues(draft: Draft) {
	const valueEur = computed(() => contentsValueEur(draft.contents));
	return {
		valueEur,
		/** True if customs applies to the route. False while a country is missing. */
		dutiable: computed(
			() => Boolean(draft.from.countryCode && draft.to.countryCode) && isDutiable(draft.from, draft.to),
		),
		requirements: computed(() => routeRequirements({ from: draft.from, to: draft.to, totalValueEur: valueEur.value })),
		/** Input for a rate request; undefined while the draft is incomplete or the form checks are not loaded. */
		quoteInput: computed(() => {
			const parcels = formChecks.value?.completeParcels(draft.parcels);
			const hasLocations = (['from', 'to'] as const).every(
				(side) => /^[A-Z]{2}$/i.test(draft[side].countryCode) && (draft[side].zipcode || draft[side].city),
			);
			if (!hasLocations || !parcels || (draft.insured && valueEur.value === 0)) return undefined;
			return { ...routeOf(draft), parcels, insured: draft.insured, totalValueEur: valueEur.value };
		}),
	};
}
