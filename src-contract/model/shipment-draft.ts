// A shipment before it is submitted. What the route of a shipment requires in addition is in rules/draft-requirements.ts.
import * as z from 'zod';
import { t } from '../i18n';
import { type Address, addressSchema } from './address';
import { parseHsCode } from './goods';
import { type Documents, type Pallet, type Parcel, parcelSchema, wholeMeasure } from './parcel';
import { incotermsSchema, reasonForExportSchema, requiredCountrySchema } from './trade-terms';

const contentSchema = z.object({
	description: z
		.string()
		.trim()
		.min(1, { error: () => t('A description is required') })
		.max(200),
	quantity: wholeMeasure('quantity', 1_000_000),
	priceEur: z
		.number({ error: () => t('A price is required') })
		.min(0, { error: () => t('The price must not be negative') })
		.max(1_000_000, { error: () => t('The price must be at most {most}', { most: 1_000_000 }) }),
	originCountry: requiredCountrySchema(() => t('Country of origin is required')),
	hsCode: z
		.string()
		.trim()
		.refine((code) => code === '' || parseHsCode(code) !== undefined, {
			error: () => t('6 to 10 digits, such as 6109.10'),
		})
		.default(''),
});
export type Content = z.infer<typeof contentSchema>;

/** Local time of the sender; empty: the service decides. */
const pickupTimeSchema = z
	.string()
	.trim()
	.regex(/^$|^([01]\d|2[0-3]):[0-5]\d$/, { error: () => t('A time such as 14:30') })
	.default('');
const NO_PICKUP_DETAILS = { from: '', to: '', instructions: '' };
/** When and how the carrier collects the parcels. Used only if a pickup is scheduled. The partner API has no day for it. */
const pickupSchema = z
	.object({ from: pickupTimeSchema, to: pickupTimeSchema, instructions: z.string().trim().max(200).default('') })
	.refine(({ from, to }) => from === '' || to === '' || from < to, {
		path: ['to'],
		error: () => t('The end must be after the start'),
	});
export type Pickup = z.infer<typeof pickupSchema>;

/** A draft with all fields that every shipment needs. `draftErrors` checks what the route requires in addition. */
export const shipmentDraftSchema = z.object({
	from: addressSchema,
	to: addressSchema,
	parcels: z.array(parcelSchema).min(1, { error: () => t('Add a parcel') }),
	contents: z.array(contentSchema).min(1, { error: () => t('Add the contents of the parcel') }),
	reference: z.string().trim().max(50).default(''),
	insured: z.boolean(),
	notifyRecipient: z.boolean(),
	schedulePickup: z.boolean(),
	pickup: pickupSchema.default(NO_PICKUP_DETAILS),
	reasonForExport: reasonForExportSchema.nullable(),
	incoterms: incotermsSchema.nullable(),
	/** Printer for the labels; empty: the print rules decide. */
	labelPrinterId: z.string().max(60).default(''),
	/** When a user started the draft, ISO 8601; null for a draft from a file. Do not rename: drafts are stored as JSON. */
	begunAt: z.iso.datetime().nullable().default(null),
	/** Estimated duties and taxes; null when they were not estimated. */
	dutiesEur: z.number().min(0).max(1e9).nullable().default(null),
});
export type ShipmentDraft = z.infer<typeof shipmentDraftSchema>;

const enteredText = z.string().max(2000).default('');
/** A cleared number input holds an empty string, which counts as undefined. */
const enteredNumber = z.preprocess((value) => (typeof value === 'number' ? value : undefined), z.number().optional());
const enteredAddress = z.object({
	companyName: enteredText,
	contactPerson: enteredText,
	email: enteredText,
	phone: enteredText,
	addressLine1: enteredText,
	addressLine2: enteredText,
	zipcode: enteredText,
	city: enteredText,
	region: enteredText,
	countryCode: enteredText,
	vatNumber: enteredText,
} satisfies Record<keyof Address, z.ZodType>);
/** A draft as entered in the Ship form and as saved at the desk; it may be incomplete. */
export const enteredDraftSchema = shipmentDraftSchema.extend({
	from: enteredAddress,
	to: enteredAddress,
	parcels: z
		.array(
			z.object({
				count: enteredNumber,
				lengthCm: enteredNumber,
				widthCm: enteredNumber,
				heightCm: enteredNumber,
				weightKg: enteredNumber,
			}),
		)
		.max(200),
	contents: z
		.array(
			z.object({
				description: enteredText,
				quantity: enteredNumber,
				priceEur: enteredNumber,
				originCountry: enteredText,
				hsCode: enteredText,
			}),
		)
		.max(500),
	reference: enteredText,
	pickup: z.object({ from: enteredText, to: enteredText, instructions: enteredText }).default(NO_PICKUP_DETAILS),
});
export type EnteredDraft = z.infer<typeof enteredDraftSchema>;

/** The parts of a draft that its rates depend on; or pallets or documents instead of its parcels, which cannot be mixed. */
export interface QuoteInput {
	from: Pick<Address, 'countryCode' | 'zipcode' | 'city'>;
	to: Pick<Address, 'countryCode' | 'zipcode' | 'city' | 'companyName'>;
	parcels: Parcel[];
	pallets?: Pallet[] | undefined;
	documents?: Documents | undefined;
	insured: boolean;
	totalValueEur: number;
}
