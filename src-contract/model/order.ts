// Orders of a shop or a warehouse system, as a file has them, and what becomes of them: shipments that a batch sends.
import * as z from 'zod';
import type { FieldFault } from '../errors';
import { say } from '../i18n';
import { keysOf } from '../lib/keys';
import { columnTargetSchema, type ImportColumn, type ImportFile } from './address-import';
import { parcelSizeSchema } from './parcel';
import type { KeptComposition } from './shipment-draft';
import { incotermsSchema, reasonForExportSchema } from './trade-terms';

/** What a column may hold beside the recipient's address. */
export const ORDER_FIELDS = {
	orderNumber: () => say('Order number'),
	description: () => say('Item: description'),
	quantity: () => say('Item: quantity'),
	priceEur: () => say('Item: price each (€)'),
	originCountry: () => say('Item: made in'),
	hsCode: () => say('Item: HS code'),
	currency: () => say('Currency'),
	parcelCount: () => say('Number of parcels'),
	weightKg: () => say('Weight (kg)'),
	weightGrams: () => say('Weight (g)'),
	lengthCm: () => say('Length (cm)'),
	widthCm: () => say('Width (cm)'),
	heightCm: () => say('Height (cm)'),
	reasonForExport: () => say('Reason for export'),
	incoterms: () => say('Incoterms'),
} as const;
export type OrderField = keyof typeof ORDER_FIELDS;

/** Of a recipient, what an order may say. */
export const RECIPIENT_FIELDS = {
	reference: () => say('Customer number'),
	companyName: () => say('Company'),
	contactPerson: () => say('Contact person'),
	firstName: () => say('First name'),
	lastName: () => say('Last name'),
	addressLine1: () => say('Street and number'),
	houseNumber: () => say('House number'),
	addressLine2: () => say('More of the address'),
	zipcode: () => say('Postcode'),
	city: () => say('City'),
	region: () => say('State or province'),
	country: () => say('Country'),
	phone: () => say('Phone'),
	email: () => say('E-mail'),
	vatNumber: () => say('VAT or tax number'),
} as const;
export type RecipientField = keyof typeof RECIPIENT_FIELDS;

const orderTargetSchema = z.union([
	z.object({ order: z.enum(keysOf(ORDER_FIELDS)) }),
	z.object({
		recipient: z.enum(keysOf(RECIPIENT_FIELDS)),
		choice: columnTargetSchema.shape.choice,
	}),
]);
export type OrderTarget = z.infer<typeof orderTargetSchema>;

/** What the columns of a file hold, and what stands where a row says nothing. */
export const orderPlanSchema = z.object({
	columns: z.array(orderTargetSchema.nullable()).max(1000),
	countryCode: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/)]),
	parcel: parcelSizeSchema.nullable(),
	description: z.string().trim().max(200),
	priceEur: z.number().min(0).max(1_000_000).nullable(),
	originCountry: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/)]),
	reasonForExport: reasonForExportSchema.nullable(),
	incoterms: incotermsSchema.nullable(),
	insured: z.boolean(),
	notifyRecipient: z.boolean(),
});
export type OrderPlan = z.infer<typeof orderPlanSchema>;

interface OrderColumn extends Omit<ImportColumn, 'target'> {
	target: OrderTarget | null;
}

/** A file of orders, opened. */
export interface OrderFile extends Omit<ImportFile, 'columns' | 'isRemembered' | 'kind'> {
	kind: 'csv' | 'xlsx';
	columns: OrderColumn[];
	/** What was said of such a file before; null: it is the first. */
	plan: OrderPlan | null;
	/** The batch that the very same file became already; null: none. */
	takenAs: number | null;
}

/** An order as the desk would ship it. */
export interface Order {
	/** As the file counts its rows, from 1; several rows of one order make one shipment. */
	row: string;
	composition: KeptComposition;
	/** What has to be mended before it can be sent; paths are the composition's. */
	faults: FieldFault[];
	remarks: string[];
	/** Whom of the address book it goes to; null: somebody who is not in it. */
	addressId: number | null;
}
