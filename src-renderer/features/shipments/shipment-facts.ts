// Facts of a shipment for its panel, as labels and lines of text. Pure.
import { t } from '../../../src-contract/i18n';
import type { ShipmentDetail } from '../../../src-contract/model/shipment';
import type { EnteredDraft } from '../../../src-contract/model/shipment-draft';
import { isolateBidi } from '../../../src-contract/rules/bidi';
import { countryName, formatDayAndTime, formatEuros, formatNumber } from '../../lib/format';

export interface ShipmentFact {
	label: string;
	lines: string[];
	/** Needs the width of both columns. */
	isWide?: boolean;
}

const joined = (parts: readonly (string | number | undefined | false)[], separator = ' · '): string =>
	parts.filter((part) => part !== undefined && part !== '' && part !== false).join(separator);

function addressLines({
	companyName,
	contactPerson,
	addressLine1,
	addressLine2,
	zipcode,
	city,
	countryCode,
}: EnteredDraft['to']): string[] {
	return [
		joined([companyName, contactPerson], ', '),
		joined([addressLine1, addressLine2], ', '),
		joined([joined([zipcode, city], ' '), countryName(countryCode)], ', '),
	].filter(Boolean);
}

/** As in "2× 40 × 30 × 20 cm · 5.5 kg". Missing measures are left out. */
function parcelLine({ count, lengthCm, widthCm, heightCm, weightKg }: EnteredDraft['parcels'][number]): string {
	const size = [lengthCm, widthCm, heightCm].every((side) => side !== undefined)
		? `${[lengthCm, widthCm, heightCm].join(' × ')} cm`
		: '';
	const measures = joined([size, weightKg !== undefined && `${formatNumber(weightKg)} kg`]);
	return measures && `${count ?? 1}× ${measures}`;
}

function contentLine({
	description,
	quantity,
	priceEur,
	originCountry,
	hsCode,
}: EnteredDraft['contents'][number]): string {
	if (!description) return '';
	return joined([
		joined([quantity !== undefined && `${quantity} ×`, description], ' '),
		priceEur !== undefined && formatEuros(priceEur),
		originCountry,
		hsCode,
	]);
}

/** Total weight; undefined when the weight of a parcel is missing. */
function totalWeightKg(parcels: EnteredDraft['parcels']): number | undefined {
	if (parcels.length === 0 || parcels.some(({ weightKg }) => weightKg === undefined)) return undefined;
	return parcels.reduce((sum, { count, weightKg }) => sum + (count ?? 1) * (weightKg ?? 0), 0);
}

/** @param deskName name of this desk; empty if it has none. Every shipment of the journal is from this desk. */
export function shipmentFacts(shipment: ShipmentDetail, deskName: string): ShipmentFact[] {
	const { draft, carrier, product, priceEur, reference, createdAt, verifiedAt } = shipment;
	const weightKg = totalWeightKg(draft.parcels);
	const facts: ShipmentFact[] = [
		{ label: t('Carrier'), lines: [joined([isolateBidi(carrier), isolateBidi(product)], ' ')] },
		{ label: t('Price'), lines: [priceEur === null ? '' : formatEuros(priceEur)] },
		{ label: t('Reference'), lines: [reference] },
		{ label: t('Weight'), lines: [weightKg === undefined ? '' : `${formatNumber(weightKg)} kg`] },
		{ label: t('Sender'), lines: [draft.from.companyName || draft.from.contactPerson] },
		{ label: t('Desk'), lines: [deskName] },
		{ label: t('Created##when'), lines: [formatDayAndTime(createdAt)] },
		{ label: t('Verified##when'), lines: [verifiedAt ? formatDayAndTime(verifiedAt) : ''] },
		{ label: t('Recipient'), lines: addressLines(draft.to), isWide: true },
		{ label: t('Parcels'), lines: draft.parcels.map(parcelLine), isWide: true },
		{ label: t('Contents'), lines: draft.contents.map(contentLine), isWide: true },
	];
	return facts.map((fact) => ({ ...fact, lines: fact.lines.filter(Boolean) })).filter(({ lines }) => lines.length > 0);
}
