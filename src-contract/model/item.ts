// Items: the goods that the warehouse sells, with the bar codes that are scanned while packing.
import * as z from 'zod';
import { t } from '../i18n';
import type { ImportFile } from './address-import';
import { hsCodeSchema } from './trade-terms';

/** A bar code of an item. */
const itemCodeSchema = z.object({
	/** As printed, without the characters that a scanner adds. */
	code: z.string().trim().min(1).max(80),
	/** Pieces that one scan counts: more than 1 for the code of a pack. */
	quantity: z.int().min(1).max(9999),
});
export type ItemCode = z.infer<typeof itemCodeSchema>;

/** A part of a kit. */
const kitPartSchema = z.object({
	sku: z.string().trim().min(1).max(64),
	quantity: z.int().min(1).max(9999),
});

/** What is particular about an item, besides its size and its customs data. */
export const ITEM_FLAGS = {
	isFragile: () => t('Fragile'),
	isUpright: () => t('Keep upright'),
	shipsAlone: () => t('Ships alone'),
	hasBattery: () => t('Battery'),
	needsSerial: () => t('Serial number required'),
	needsLot: () => t('Lot and expiry date required'),
	isNotGoods: () => t('Not goods'),
} as const;

export type ItemFlag = keyof typeof ITEM_FLAGS;

const sideCmSchema = z.number().positive().max(2000).nullable();

export const itemSchema = z.object({
	/** Stock keeping unit: the number of the item in the shop and in orders. Unique, without regard to case. */
	sku: z
		.string()
		.trim()
		.min(1, { error: () => t('A SKU is required') })
		.max(64),
	name: z.string().trim().max(200),
	codes: z.array(itemCodeSchema).max(50),
	/** Of one piece; null: not known. */
	weightKg: z.number().positive().max(1000).nullable(),
	lengthCm: sideCmSchema,
	widthCm: sideCmSchema,
	heightCm: sideCmSchema,
	/** Digits; empty: not known. */
	hsCode: z.union([z.literal(''), hsCodeSchema]),
	/** ISO 3166-1 code; empty: not known. */
	originCountry: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/)]),
	/** Value of one piece for customs, in euros; null: not known. */
	priceEur: z.number().min(0).max(1_000_000).nullable(),
	/** Empty: the name is used. */
	customsDescription: z.string().trim().max(200),
	/** Shown to the packer. */
	packingNote: z.string().trim().max(500),
	flags: z.array(
		z.enum(['isFragile', 'isUpright', 'shipsAlone', 'hasBattery', 'needsSerial', 'needsLot', 'isNotGoods']),
	),
	/** What a kit is made of; empty for an item that is no kit. */
	parts: z.array(kitPartSchema).max(100),
	/** Whether the parts of a kit are scanned, or the code of the kit. */
	isScannedByParts: z.boolean(),
});
export type Item = z.infer<typeof itemSchema>;
export type SavedItem = Item & { id: number };

export const emptyItem: Item = {
	sku: '',
	name: '',
	codes: [],
	weightKg: null,
	lengthCm: null,
	widthCm: null,
	heightCm: null,
	hsCode: '',
	originCountry: '',
	priceEur: null,
	customsDescription: '',
	packingNote: '',
	flags: [],
	parts: [],
	isScannedByParts: true,
};

/** Whether an item lacks what a booking needs; an order's unknown SKU becomes such an item. */
export const isIncomplete = ({ name, weightKg, originCountry, priceEur, flags }: Item): boolean =>
	!flags.includes('isNotGoods') && (name === '' || weightKg === null || originCountry === '' || priceEur === null);

/** What an order takes from an item, for the goods and the weight of its shipment. */
export interface ItemFacts {
	sku: string;
	name: string;
	/** Empty: the description of the order is used, or else the name. */
	customsDescription: string;
	hsCode: string;
	originCountry: string;
	priceEur: number | null;
	weightKg: number | null;
	/** Whether it needs no shipping, such as a gift card. */
	isNotGoods: boolean;
}

/** An item that is known only from an order: its SKU, and what the order says of it. */
export type UnknownItem = Pick<Item, 'sku' | 'name' | 'hsCode' | 'originCountry' | 'priceEur'>;

/** One row of an item file, compared with the catalogue. */
export const ITEM_ROW_STATES = ['new', 'changed', 'same', 'wrong'] as const;
export type ItemRowState = (typeof ITEM_ROW_STATES)[number];
export interface ItemRow {
	/** Row number in the file, from 1. */
	rowNumber: number;
	state: ItemRowState;
	sku: string;
	name: string;
	/** What changes, or what is wrong; a sentence, or empty. */
	reason: string;
}
export type ItemRowCounts = Record<ItemRowState, number>;

/** An open item file. */
export interface ItemFile extends Omit<ImportFile, 'columns' | 'isRemembered' | 'kind' | 'program'> {
	kind: 'csv' | 'xlsx';
	columns: { title: string; samples: string[]; target: ItemField | null }[];
}

/** Fields of an item that a column of a file may hold. */
export const ITEM_FIELDS = {
	sku: () => t('SKU'),
	name: () => t('Name##of an item'),
	code: () => t('Bar code'),
	packCode: () => t('Bar code of a pack'),
	packQuantity: () => t('Pieces in a pack'),
	weightKg: () => t('Weight (kg)'),
	weightGrams: () => t('Weight (g)'),
	lengthCm: () => t('Length (cm)'),
	widthCm: () => t('Width (cm)'),
	heightCm: () => t('Height (cm)'),
	hsCode: () => t('HS code'),
	originCountry: () => t('Country of origin'),
	priceEur: () => t('Value (€)'),
	customsDescription: () => t('Customs description'),
	packingNote: () => t('Packing note'),
} as const;
export type ItemField = keyof typeof ITEM_FIELDS;

export interface ItemChange {
	batchId: number;
	/** ISO 8601. */
	at: string;
	/** Name of the desk or user. */
	by: string;
	kind: 'edit' | 'import' | 'remove' | 'undo';
	/** The item before the change; null when the change added it. */
	before: Item | null;
	isUndone: boolean;
}
