// Orders of a shop or a warehouse system, as a file has them, and what becomes of them: shipments that a batch sends.
import * as z from 'zod';
import type { FieldError } from '../errors';
import { t } from '../i18n';
import { keysOf } from '../lib/keys';
import { columnTargetSchema, type ImportColumn, type ImportFile } from './address-import';
import { parcelSizeSchema } from './parcel';
import type { SavedDraft } from './shipment-draft';
import { incotermsSchema, reasonForExportSchema } from './trade-terms';

/** What a column may hold beside the recipient's address. */
export const ORDER_FIELDS = {
	orderNumber: () => t('Order number'),
	description: () => t('Item: description'),
	quantity: () => t('Item: quantity'),
	priceEur: () => t('Item: price each (€)'),
	originCountry: () => t('Item: made in'),
	hsCode: () => t('Item: HS code'),
	currency: () => t('Currency'),
	parcelCount: () => t('Number of parcels'),
	weightKg: () => t('Weight (kg)'),
	weightGrams: () => t('Weight (g)'),
	lengthCm: () => t('Length (cm)'),
	widthCm: () => t('Width (cm)'),
	heightCm: () => t('Height (cm)'),
	reasonForExport: () => t('Reason for export'),
	incoterms: () => t('Incoterms'),
} as const;
export type OrderField = keyof typeof ORDER_FIELDS;

/** Of a recipient, what an order may say. */
export const RECIPIENT_FIELDS = {
	reference: () => t('Customer number'),
	companyName: () => t('Company'),
	contactPerson: () => t('Contact person'),
	firstName: () => t('First name'),
	lastName: () => t('Last name'),
	addressLine1: () => t('Street and number'),
	houseNumber: () => t('House number'),
	addressLine2: () => t('Address line 2'),
	zipcode: () => t('Postcode'),
	city: () => t('City'),
	region: () => t('State or province'),
	country: () => t('Country'),
	phone: () => t('Phone'),
	email: () => t('E-mail'),
	vatNumber: () => t('VAT or tax number'),
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
	composition: SavedDraft;
	/** What has to be mended before it can be sent; paths are the composition's. */
	fieldErrors: FieldError[];
	remarks: string[];
	/** Whom of the address book it goes to; null: somebody who is not in it. */
	addressId: number | null;
}
