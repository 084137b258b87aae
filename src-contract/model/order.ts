// Order files of a shop or warehouse system: columns, import options, and the orders read from them.
import * as z from 'zod';
import type { FieldError } from '../errors';
import { t } from '../i18n';
import { keysOf } from '../lib/keys';
import { columnTargetSchema, type ImportColumn, type ImportFile } from './address-import';
import { parcelSizeSchema } from './parcel';
import type { EnteredDraft } from './shipment-draft';
import { incotermsSchema, reasonForExportSchema } from './trade-terms';

/** Fields that a column may hold besides the recipient's address. */
export const ORDER_FIELDS = {
	orderNumber: () => t('Order number'),
	description: () => t('Item: description'),
	quantity: () => t('Item: quantity'),
	priceEur: () => t('Item: unit price (€)'),
	originCountry: () => t('Item: country of origin'),
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

/** Fields of the recipient that a column may hold. */
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
		/** See `columnTargetSchema`. */
		choice: columnTargetSchema.shape.choice,
	}),
]);
export type OrderTarget = z.infer<typeof orderTargetSchema>;

/**
 * What an import does with an order file: the field of each column (null: ignored), the values for empty cells, and the options of
 * all shipments (`insured`, `notifyRecipient`).
 */
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

/** An open order file. */
export interface OrderFile extends Omit<ImportFile, 'columns' | 'isRemembered' | 'kind'> {
	kind: 'csv' | 'xlsx';
	columns: OrderColumn[];
	/** Plan of the last file with the same columns; null when there was none. */
	plan: OrderPlan | null;
	/** Id of the batch that was created from the same file earlier; null when there is none. */
	importedBatchId: number | null;
}

/** One order of the file, as a shipment draft. */
export interface Order {
	/** Row numbers of the order in the file, from 1, for display. An order may have several rows, one per item. */
	rowNumbers: string;
	draft: EnteredDraft;
	/** Errors that prevent submission; paths are those of `draft`. */
	fieldErrors: FieldError[];
	warnings: string[];
	/** Address-book entry that matches the recipient; null when there is none. */
	addressId: number | null;
}
