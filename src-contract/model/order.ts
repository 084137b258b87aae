// Order files of a shop or warehouse system: columns, import options, and the orders read from them.
import * as z from 'zod';
import type { FieldError } from '../errors';
import { t } from '../i18n';
import { keysOf } from '../lib/keys';
import { columnTargetSchema, type ImportColumn, type ImportFile } from './address-import';
import type { UnknownItem } from './item';
import { parcelSizeSchema } from './parcel';
import type { OrderLine, OrderNotes } from './saved-order';
import type { EnteredDraft } from './shipment-draft';
import { incotermsSchema, reasonForExportSchema } from './trade-terms';

/** Fields that a column may hold besides the recipient's address. */
export const ORDER_FIELDS = {
	orderNumber: () => t('Order number'),
	sku: () => t('Item: SKU'),
	description: () => t('Item: description'),
	quantity: () => t('Item: quantity'),
	quantityToShip: () => t('Item: quantity to ship'),
	quantityDone: () => t('Item: quantity shipped, refunded or cancelled'),
	priceEur: () => t('Item: unit price'),
	lineTotal: () => t('Item: price of all pieces'),
	originCountry: () => t('Item: country of origin'),
	hsCode: () => t('Item: HS code'),
	currency: () => t('Currency'),
	parcelCount: () => t('Number of parcels'),
	weightKg: () => t('Weight (kg)'),
	weightGrams: () => t('Weight (g)'),
	weightUnit: () => t('Unit of weight'),
	lengthCm: () => t('Length (cm)'),
	widthCm: () => t('Width (cm)'),
	heightCm: () => t('Height (cm)'),
	lengthUnit: () => t('Unit of length'),
	reasonForExport: () => t('Reason for export'),
	incoterms: () => t('Incoterms'),
	status: () => t('Order status'),
	cancelledOn: () => t('Cancelled on'),
	paidOn: () => t('Paid on'),
	shippedOn: () => t('Shipped on'),
	shipDate: () => t('Ship date'),
	trackingNumber: () => t('Tracking number'),
	deliveryMethod: () => t('Delivery method'),
	requiresShipping: () => t('Needs shipping'),
	shipBy: () => t('Ship by'),
	tags: () => t('Tags'),
	customerNote: () => t('Note of the customer'),
	orderNote: () => t('Note on the order'),
	giftText: () => t('Gift text'),
} as const;
export type OrderField = keyof typeof ORDER_FIELDS;

/** Fields of the recipient that a column may hold. */
export const RECIPIENT_FIELDS = {
	reference: () => t('Customer number'),
	companyName: () => t('Company'),
	name: () => t('Company or name'),
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

const currencyCodeSchema = z.string().regex(/^[A-Z]{3}$/);

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
	/** Phone and e-mail of recipients without one: marketplaces do not pass them on. */
	phone: z.string().trim().max(40).default(''),
	email: z.string().trim().max(254).default(''),
	/** ISO 4217 code: the currency of prices that state none. */
	currency: currencyCodeSchema.default('EUR'),
	/** Units per euro by currency, where the user set another rate than the station's. */
	rates: z.record(currencyCodeSchema, z.number().positive().max(1_000_000)).default({}),
	/** What a price column holds whose title does not say it: the price of one piece, or of all pieces of the row. Null: not asked yet. */
	priceMeaning: z.enum(['unit', 'line']).nullable().default(null),
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
	/** Currencies in which the prices of the file may be, as ISO 4217 codes; the euro first. */
	currencies: string[];
	/** What the price column of that program's files holds, if its title does not say it. */
	prices: 'unit' | 'line' | null;
	/** The batch that was created from the same file earlier; null when there is none. */
	importedBatch: { id: number; hasShipments: boolean } | null;
}

/** What an order file says for the packer, besides the goods and the address. */
export interface OrderDetails {
	notes: OrderNotes;
	tags: string[];
	/** When the order has to leave: a day, or a time as ISO 8601; null: not stated. */
	shipBy: string | null;
}

/** One order of the file, as a shipment draft. */
export interface Order {
	/** Row numbers of the order in the file, from 1, for display. An order may have several rows, one per item. */
	rowNumbers: string;
	draft: EnteredDraft;
	/** What was ordered, one line per row. */
	lines: OrderLine[];
	/** What the packer has to know. */
	details: OrderDetails;
	/** Errors that prevent submission; paths are those of `draft`. */
	fieldErrors: FieldError[];
	warnings: string[];
	/** Address-book entry that matches the recipient; null when there is none. */
	addressId: number | null;
}

/** An order as a row of a batch. */
export type BatchOrder = Omit<Order, 'lines' | 'details'>;

/** Rows of the file that are not imported. */
export interface LeftOutRows {
	/** As in `Order`. */
	rowNumbers: string;
	/** Order number; may be empty. */
	reference: string;
	/** A sentence for the user. */
	reason: string;
	/** Whether the order was cancelled or refunded, perhaps after it was imported from an earlier file. */
	isCancelled: boolean;
}

/** An order as the preview shows it. */
export interface PreviewedOrder {
	rowNumbers: string;
	reference: string;
	/** The recipient's address as on the label, with the country's code last. */
	addressLines: string[];
	/** Phone number, e-mail address and tax number. */
	contacts: string[];
	/** The goods, one line per item. */
	goods: { quantity: number | undefined; description: string; priceEur: number | undefined }[];
	/** Number, size and weight of the parcels. */
	parcel: EnteredDraft['parcels'][number];
	/** HS codes of the goods, in six digits. */
	hsCodes: string[];
	messages: string[];
}

/** What an import of the file would create. */
export interface OrderPreview {
	/** The first orders, those that need attention first. */
	orders: PreviewedOrder[];
	orderCount: number;
	/** Number of orders with errors. */
	wrongCount: number;
	/** Errors of several orders, the most frequent first. */
	commonErrors: { message: string; orderCount: number }[];
	/** The first rows that are left out. */
	leftOut: LeftOutRows[];
	leftOutCount: number;
	/** Currencies of the prices other than the euro, each with the rate with which its prices are converted. */
	currencies: { code: string; perEuro: number; from: string }[];
	/** A row with several pieces whose price column does not say what it holds; null when nothing has to be asked. */
	priceQuestion: { title: string; description: string; quantity: number; price: string } | null;
	/** Codes of the countries of recipients whose state or province is in the file, but is no part of an address there. */
	countriesWithoutRegion: string[];
	/** The first six digits of the HS codes of the goods, the number of orders with each, and that of those without errors. */
	hsCodes: { code: string; orderCount: number; validOrderCount: number }[];
	/** Whether no column has the quantity of the goods, so that each row is one piece. */
	isWithoutQuantity: boolean;
	/** States of imported orders that are not known, as in "Status: Pending approval"; the user decides whether they ship. */
	unknownStates: string[];
	/** The first SKUs that the catalogue does not have, and their number: they become items to complete. */
	unknownSkus: string[];
	unknownSkuCount: number;
	/** Titles of the columns that have content and are not imported. */
	unusedColumns: string[];
	/** Columns of the address whose text is not in the address of some orders, such as a second phone number. */
	partlyUsedColumns: { title: string; orderCount: number }[];
	/** Columns with the e-mail address or phone number of the payer, which is that of some orders' recipient. */
	payerContacts: { title: string; orderCount: number }[];
	/** Titles of the columns with weights or sizes whose unit is stated nowhere: they are read as kg and cm. */
	columnsWithoutUnit: string[];
}

/** The orders of a file, and what is left out. */
export interface OrdersOfFile {
	orders: Order[];
	leftOut: LeftOutRows[];
	/** Items with SKUs that the catalogue does not have. */
	unknownItems: UnknownItem[];
}
