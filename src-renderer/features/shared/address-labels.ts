// Labels of the address fields, in the order of the address form.

import { t } from '../../../src-contract/i18n';
import type { Address } from '../../../src-contract/model/address';

export const ADDRESS_LABELS: Record<keyof Address, () => string> = {
	companyName: () => t('Company'),
	contactPerson: () => t('Contact person'),
	addressLine1: () => t('Street and number'),
	addressLine2: () => t('Address line 2'),
	countryCode: () => t('Country'),
	zipcode: () => t('Postcode'),
	city: () => t('City'),
	region: () => t('State or province'),
	phone: () => t('Phone'),
	email: () => t('E-mail'),
	vatNumber: () => t('VAT or tax number'),
};
