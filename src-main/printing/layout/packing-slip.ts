// The content of a packing slip, the paper that is put into a parcel: sender, recipient and items. It belongs to a shipment, or to an
// order before it is packed.
import * as z from 'zod';
import type { ShipmentSummary } from '../../../src-contract/model/shipment';
import type { ShipmentDraft } from '../../../src-contract/model/shipment-draft';
import { cityLine } from '../../../src-contract/rules/address-regions';

export const packingSlipSchema = z.object({
	from: z.array(z.string()),
	to: z.array(z.string()),
	/** `sku`: empty when it is not known. */
	items: z.array(z.object({ quantity: z.number(), description: z.string(), sku: z.string().default('') })),
	/** Number of the order to be packed, also drawn as a bar code; empty on the slip of a shipment. */
	orderNumber: z.string().default(''),
	/** Texts for the packer and the recipient, such as a gift text. */
	notes: z.array(z.object({ title: z.string(), text: z.string() })).default([]),
	reference: z.string(),
	trackingNumber: z.string(),
	date: z.string(),
	/** Country codes of recipient and sender, which decide between the forms of Chinese characters. */
	countries: z.array(z.string()).default([]),
});
export type PackingSlip = z.infer<typeof packingSlipSchema>;

/** Lines of an address. Empty ones are left out. */
export const addressLines = (address: ShipmentDraft['to']): string[] =>
	[
		address.companyName,
		address.contactPerson,
		address.addressLine1,
		address.addressLine2,
		`${address.zipcode} ${cityLine(address)}`.trim(),
		address.countryCode,
	].filter((line) => line.trim() !== '');

/** The packing slip of a shipment. Empty address lines are left out. */
export function createPackingSlip(
	{ from, to, contents }: ShipmentDraft,
	{ reference, trackingNumber, createdAt }: Pick<ShipmentSummary, 'reference' | 'trackingNumber' | 'createdAt'>,
): PackingSlip {
	const items = contents.map(({ quantity, description }) => ({ quantity, description, sku: '' }));
	return {
		from: addressLines(from),
		to: addressLines(to),
		items,
		orderNumber: '',
		notes: [],
		reference,
		trackingNumber,
		date: createdAt.slice(0, 10),
		countries: [to.countryCode, from.countryCode],
	};
}
