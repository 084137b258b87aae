// The errors of the Ship form as a list of links to the fields, in the order of the fields on the screen. Pure.
import { t } from '../../../src-contract/i18n';
import type { Draft } from '../../lib/draft-fields';
import { ADDRESS_LABELS } from '../shared/address-labels';

/** An error or a warning about a field. `path`: in the draft, such as `to.city`. */
export interface FieldMessage {
	path: string;
	message: string;
}

export interface ErrorLink {
	/** Path of the field in the draft, such as `to.city`, or of a whole address or list. */
	path: string;
	/** Name of the field on the screen; empty for a field that the screen does not have. */
	name: string;
	message: string;
}

const sectionNames: Record<string, () => string> = {
	to: () => t('To##recipient'),
	from: () => t('From##sender'),
	parcels: () => t('Parcels'),
	contents: () => t('Contents'),
	reasonForExport: () => t('Reason for export'),
	incoterms: () => t('Incoterms'),
	reference: () => t('Reference'),
	pickup: () => t('Pickup'),
	notifyRecipient: () => t('Notify recipient'),
};
const parcelFields: Record<string, () => string> = {
	count: () => t('Count'),
	lengthCm: () => t('Length'),
	widthCm: () => t('Width'),
	heightCm: () => t('Height'),
	weightKg: () => t('Weight'),
};
const contentFields: Record<string, (number: number) => string> = {
	description: (number) => t('Item {number}: description', { number }),
	quantity: (number) => t('Item {number}: quantity', { number }),
	priceEur: (number) => t('Item {number}: price each in euros', { number }),
	originCountry: (number) => t('Item {number}: country of origin', { number }),
	hsCode: (number) => t('Item {number}: HS code', { number }),
};
const addressFields: Record<string, () => string> = ADDRESS_LABELS;

function fieldName(path: string): string {
	const [section = '', key = '', field = ''] = path.split('.');
	const sectionName = sectionNames[section]?.() ?? '';
	if (key === '') return sectionName;
	const number = Number(key) + 1;
	if (section === 'parcels') return t('Parcel {number}: {label}', { number, label: parcelFields[field]?.() ?? '' });
	if (section === 'contents') return contentFields[field]?.(number) ?? sectionName;
	return addressFields[key] ? `${sectionName}: ${addressFields[key]()}` : sectionName;
}

/** Order of the sections on the screen. The VAT number is one of the customs details. */
const SECTIONS = [
	'to',
	'from',
	'parcels',
	'contents',
	'reasonForExport',
	'incoterms',
	'to.vatNumber',
	'reference',
	'pickup',
];
const FIELDS = [addressFields, parcelFields, contentFields].flatMap(Object.keys);

/** Position of a field on the screen: of its section, of its line, and in the line or address. */
function positionOf(path: string): number[] {
	const [section = '', key = '', field = ''] = path.split('.');
	const rank = SECTIONS.indexOf(SECTIONS.includes(path) ? path : section);
	const isLine = /^\d+$/.test(key);
	return [rank === -1 ? SECTIONS.length : rank, isLine ? Number(key) : 0, FIELDS.indexOf(isLine ? field : key)];
}
/** Compares two fields by their positions on the screen. */
export function comparePaths(left: string, right: string): number {
	const rightPosition = positionOf(right);
	const differences = positionOf(left).map((position, index) => position - (rightPosition[index] ?? 0));
	return differences.find((difference) => difference !== 0) ?? 0;
}

/** An address without names and street. Its missing fields are one error. */
export const isEmptyAddress = ({ contactPerson, companyName, addressLine1 }: Draft['to']): boolean =>
	!contactPerson && !companyName && !addressLine1;

export function errorLinks(fieldErrors: readonly FieldMessage[], draft: Pick<Draft, 'to' | 'from'>): ErrorLink[] {
	const links = new Map<string, ErrorLink>();
	for (const { path, message } of fieldErrors) {
		const [section] = path.split('.');
		const isMissingAddress = (section === 'to' || section === 'from') && isEmptyAddress(draft[section]);
		const link =
			isMissingAddress && path !== 'to.vatNumber'
				? { path: section, name: fieldName(section), message: t('Enter an address') }
				: { path, name: fieldName(path), message };
		if (!links.has(link.path)) links.set(link.path, link);
	}
	return [...links.values()].sort((left, right) => comparePaths(left.path, right.path));
}
