// Names that services use in price breakdowns and duty estimates, in the language of the desk.
import { t } from '../i18n';

const NAMES: Record<string, () => string> = {
	Transport: () => t('Transport'),
	'Remote area': () => t('Remote area'),
	'Residential delivery': () => t('Residential delivery'),
	'Peak surcharge': () => t('Peak surcharge'),
	'Additional handling': () => t('Additional handling'),
	Oversize: () => t('Oversize'),
	Fuel: () => t('Fuel'),
	Insurance: () => t('Insurance'),
	Duty: () => t('Duty'),
	'MFN duty': () => t('MFN duty'),
	'Preferential duty': () => t('Preferential duty'),
	'Duty not known': () => t('Duty not known'),
	VAT: () => t('VAT'),
	'Import tax not known': () => t('Import tax not known'),
};

/** Translates a name from an answer of a service. Names without a translation are returned as the service wrote them. */
export const translateServiceText = (name: string): string => NAMES[name]?.() ?? name;
