// Checks the format of a tax number that a route requires. A number in another format is rejected; a wrong check digit is not.
import type { PartnerAddress } from '../../src-contract/partner-api';
import { vatNumberProblem } from '../../src-contract/rules/vat-numbers';

/** Importer numbers of US Customs, CBP form 5106: an EIN with or without suffix, a social security number, or an assigned number. */
const US_IMPORTER_NUMBER = /^(US)?(\d{2}-?\d{7}(-?[A-Z\d]{2})?|\d{3}-?\d{2}-?\d{4}|\d{6}-?\d{5})$/;
/** Tax numbers of all countries have 4 to 20 letters and digits, and at least one digit. */
const ANY_TAX_NUMBER = /^(?=.*\d)[A-Z\d]{4,20}$/;

/**
 * Whether the recipient's number has the format that customs expects. Without a company name, any tax number is accepted: it may be
 * a personal one, whose formats are not known here.
 */
export function hasTaxNumberFormat({ vatNumber = '', countryCode, companyName }: PartnerAddress): boolean {
	const compactNumber = vatNumber.replace(/\s/g, '').toUpperCase();
	if (!ANY_TAX_NUMBER.test(compactNumber.replace(/[./-]/g, ''))) return false;
	if (!companyName) return true;
	return countryCode === 'US'
		? US_IMPORTER_NUMBER.test(compactNumber)
		: vatNumberProblem(vatNumber, countryCode) !== 'format';
}
