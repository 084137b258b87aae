// The parts of the Ship form that prices need, each with its missing fields. The other fields of an address and the customs details
// are listed too, because a booking needs them.
import { t } from '../../../src-contract/i18n';
import { keysOf } from '../../../src-contract/lib/keys';
import type { Address } from '../../../src-contract/model/address';
import { requiredAddressFields } from '../../../src-contract/rules/required-fields';
import type { Draft } from '../../lib/draft-fields';
import { ADDRESS_LABELS } from '../shared/address-labels';
import { missingFields, parcelsStep, type ReadinessStep, readinessStep } from '../shared/readiness';

/** What a booking needs of an address. The recipient's VAT or tax number is part of the customs details. */
function addressStep(key: 'to' | 'from', name: string, address: Address): ReadinessStep {
	const { contactPerson, companyName, addressLine1, zipcode, city, countryCode } = address;
	const isEmpty = ![contactPerson, companyName, addressLine1, zipcode, city, countryCode].some(Boolean);
	return readinessStep(
		key,
		name,
		key,
		isEmpty
			? [{ path: key, name: t('Address') }]
			: missingFields(
					keysOf(ADDRESS_LABELS)
						.filter((field) => requiredAddressFields(countryCode).includes(field))
						.map((field) => [`${key}.${field}`, ADDRESS_LABELS[field](), address[field].trim()]),
				),
	);
}

const contentFields = ({ contents }: Draft, fields: readonly ('description' | 'priceEur' | 'originCountry')[]) => {
	const names = { description: t('Item description'), priceEur: t('Price'), originCountry: t('Origin##of goods') };
	return contents.flatMap((item, index) =>
		fields.map((field) => [`contents.${index}.${field}`, names[field], item[field]] as const),
	);
};

/** @param route whether customs applies, and whether the recipient's VAT or tax number is required */
export function shipReadiness(draft: Draft, route: { isDutiable: boolean; needsVatNumber: boolean }): ReadinessStep[] {
	const steps = [
		addressStep('to', t('To##recipient'), draft.to),
		addressStep('from', t('From##sender'), draft.from),
		parcelsStep(draft.parcels),
	];
	if (draft.insured && !route.isDutiable)
		steps.push(
			readinessStep(
				'value',
				t('Value of the goods'),
				'contents.0.priceEur',
				missingFields(contentFields(draft, ['priceEur'])),
			),
		);
	if (route.isDutiable)
		steps.push(
			readinessStep(
				'customs',
				t('Customs details'),
				'contents.0.description',
				missingFields([
					...contentFields(draft, ['description', 'priceEur', 'originCountry']),
					['reasonForExport', t('Reason for export'), draft.reasonForExport],
					['incoterms', t('Incoterms'), draft.incoterms],
					...(route.needsVatNumber
						? [['to.vatNumber', t(`Recipient's VAT or tax number`), draft.to.vatNumber] as const]
						: []),
				]),
			),
		);
	return steps;
}
