// Requests and responses of the partner shipping service, section by section of its specification.
// Requests may contain alternative forms of a value (numbers as strings, booleans as 1 and 0). The built-in service writes
// responses exactly as specified.
import * as z from 'zod';
import type { FieldError } from '../errors';
import {
	countryCodeSchema,
	hsCodeSchema,
	incotermsSchema,
	productIdSchema,
	reasonForExportSchema,
} from '../model/trade-terms';
import {
	acceptNumericText,
	choice,
	count,
	emptyToUndefined,
	flag,
	list,
	money,
	object,
	optionalChoice,
	optionalClockTime,
	optionalFalse,
	optionalFlag,
	optionalMoney,
	optionalNumber,
	optionalText,
	optionalWeightKg,
	parseNumericString,
	parseResponseNumber,
	positiveNumber,
	price,
	sizeCm,
	text,
	typeError,
	weightKg,
	wholeNumber,
} from './fields';

// 2.1 Rates parcel ----------------------------------------------------------------------------------------------

export const parcelTypeSchema = z.enum(['NONDOC', 'DOC', 'PALLET'], { error: 'type must be NONDOC, DOC or PALLET' });

const parcelMeasures = {
	weight: weightKg,
	length: sizeCm('length'),
	width: sizeCm('width'),
	height: sizeCm('height'),
	count,
};

const ratesParcelSchema = z.discriminatedUnion(
	'type',
	[
		z.object({ type: z.literal('NONDOC'), ...parcelMeasures }),
		z.object({ type: z.literal('PALLET'), ...parcelMeasures, stackable: optionalFlag('stackable', false) }),
		z.object({ type: z.literal('DOC'), count, weight: optionalWeightKg }),
	],
	{
		error: ({ input }) =>
			typeof input === 'object' ? 'type must be NONDOC, DOC or PALLET' : 'each parcel must be an object',
	},
);
export type RatesParcel = z.infer<typeof ratesParcelSchema>;

// 4.1 Rates -----------------------------------------------------------------------------------------------------

const route = {
	fromCountry: countryCodeSchema,
	fromZipcode: optionalText('fromZipcode', 20),
	fromCity: optionalText('fromCity', 100),
	toCountry: countryCodeSchema,
	toZipcode: optionalText('toZipcode', 20),
	toCity: optionalText('toCity', 100),
};

/** Limits of the lists in requests. */
const PARCEL_LIST = { name: 'parcel', plural: 'parcel lines', maxCount: 200 };
const CONTENT_LIST = { name: 'content item', plural: 'content items', maxCount: 500 };

export const ratesRequestSchema = z
	.object({
		parcels: list('parcels', ratesParcelSchema, PARCEL_LIST),
		...route,
		insured: optionalFlag('insured', false),
		totalValue: optionalMoney('totalValue'),
		recipientType: optionalChoice('recipientType', ['individual', 'business']),
	})
	.superRefine((request, context) => {
		if (new Set(request.parcels.map((parcel) => parcel.type)).size > 1) {
			context.addIssue({ code: 'custom', path: ['parcels'], message: 'parcel types cannot be mixed in one request' });
		}
		if (request.insured && request.totalValue === undefined) {
			context.addIssue({
				code: 'custom',
				path: ['totalValue'],
				message: 'totalValue is required when insured is true',
			});
		}
		if (!request.recipientType && request.parcels.some((parcel) => parcel.type === 'PALLET')) {
			context.addIssue({ code: 'custom', path: ['recipientType'], message: 'recipientType is required for pallets' });
		}
	});
export type RatesRequest = z.infer<typeof ratesRequestSchema>;

// 2.2 Rate option -----------------------------------------------------------------------------------------------

/** Maximum of prices, taxes and days in a response. Larger values cannot be added or stored exactly. */
const MAX_RESPONSE_NUMBER = 1e9;
const responseNumber = z.preprocess(parseResponseNumber, z.number().min(-MAX_RESPONSE_NUMBER).max(MAX_RESPONSE_NUMBER));
const responseId = z.preprocess(parseNumericString, z.number());
const responseProductId = z.preprocess(parseNumericString, productIdSchema);

export const rateOptionSchema = z.object({
	carrier: z.string(),
	product: z.string(),
	productId: responseProductId,
	price: responseNumber,
	minEstimatedTransitTimeInWorkingsDays: responseNumber.optional(),
	maxEstimatedTransitTimeInWorkingsDays: responseNumber.optional(),
	estimatedTransitTimeInWorkingDays: responseNumber.optional(),
	priceBreakdown: z
		.array(z.object({ item: z.string(), amount: responseNumber, reason: z.string().optional() }))
		.optional(),
});
export type RateOption = z.infer<typeof rateOptionSchema>;

/** `errors` is a boolean in some responses and an array in others; false and the empty array mean success. */
export const errorsSchema = z.union([z.boolean(), z.array(z.unknown())]);

export const fieldErrorSchema: z.ZodType<FieldError> = z.object({
	path: z.string(),
	code: z.string(),
	message: z.string(),
});
/** Values of the request that look wrong but were accepted; absent when there are none. */
const warnings = z.array(fieldErrorSchema).optional().catch(undefined);

const responseMessage = z.string().catch('').default('');

/** True when the `errors` field of a response reports an error. */
export function errorsFieldReportsError(errors: z.infer<typeof errorsSchema>): boolean {
	return Array.isArray(errors) ? errors.length > 0 : errors;
}

export const ratesResponseSchema = z.object({
	errors: errorsSchema,
	message: z.string(),
	data: z.array(rateOptionSchema),
	warnings,
});
export type RatesResponse = z.infer<typeof ratesResponseSchema>;

// 2.3 – 2.5, 4.2 Shipments --------------------------------------------------------------------------------------

const shipmentParcelSchema = object('each parcel', {
	type: z.literal(
		'NONDOC',
		typeError('type', () => 'only NONDOC parcels can be shipped here'),
	),
	...parcelMeasures,
});

const contentItemSchema = object('each content item', {
	description: text('description', 200),
	quantity: acceptNumericText(positiveNumber('quantity', 1_000_000)),
	price: price('price'),
	country: countryCodeSchema,
	hsCode: z.preprocess(emptyToUndefined, hsCodeSchema.optional()),
});
export type ContentItem = z.infer<typeof contentItemSchema>;

const addressFields = {
	countryCode: countryCodeSchema,
	companyName: optionalText('companyName', 100),
	contactPerson: text('contactPerson', 100),
	email: text('email', 254).pipe(z.email('email must be an e-mail address')),
	phone: text('phone', 40),
	addressLine1: text('addressLine1', 200),
	addressLine2: optionalText('addressLine2', 200),
	zipcode: text('zipcode', 20),
	city: text('city', 100),
	vatNumber: optionalText('vatNumber', 30),
};

const pickupAddressSchema = object('pickupAddress', {
	...addressFields,
	sendNotification: optionalFalse('sendNotification', 'sendNotification can be set on destinationAddress only'),
});
const destinationAddressSchema = object('destinationAddress', {
	...addressFields,
	sendNotification: optionalFlag('sendNotification', false),
});
export type PartnerAddress = Omit<z.infer<typeof destinationAddressSchema>, 'sendNotification'>;

export const shipmentRequestSchema = z
	.object({
		reference: optionalText('reference', 50),
		currency: choice('currency', ['EUR', 'USD']),
		insured: flag('insured'),
		preferredShippingOption: optionalNumber('preferredShippingOption'),
		schedulePickup: flag('schedulePickup'),
		pickupTimeFrom: optionalClockTime('pickupTimeFrom'),
		pickupTimeTo: optionalClockTime('pickupTimeTo'),
		pickupInstructions: optionalText('pickupInstructions', 200),
		reasonForExport: optionalChoice('reasonForExport', reasonForExportSchema.options),
		incoterms: optionalChoice('incoterms', incotermsSchema.options),
		parcels: list('parcels', shipmentParcelSchema, PARCEL_LIST),
		contentItems: list('contentItems', contentItemSchema, CONTENT_LIST),
		pickupAddress: pickupAddressSchema,
		destinationAddress: destinationAddressSchema,
		bookShipment: optionalFlag('bookShipment', false),
		inlineLabel: optionalFlag('inlineLabel', true),
	})
	.superRefine((request, context) => {
		const { pickupTimeFrom, pickupTimeTo } = request;
		if (pickupTimeFrom && pickupTimeTo && pickupTimeFrom >= pickupTimeTo) {
			context.addIssue({
				code: 'custom',
				path: ['pickupTimeTo'],
				message: 'pickupTimeTo must be after pickupTimeFrom',
			});
		}
	});
export type ShipmentRequest = z.infer<typeof shipmentRequestSchema>;

/** The response to a request for a draft contains only the id. A response with more fields may be that of a booking. */
export const draftResponseSchema = z.object({
	errors: errorsSchema,
	message: responseMessage,
	data: z.strictObject({ id: responseId }),
	warnings,
});

// 2.8 Created shipment. Only `id` and `status` are required; other fields that are missing or invalid are ignored.
const responseText = z.union([z.string(), z.number()]).transform(String).catch('').default('');
/** Maximum length of a carrier's or product's name; longer names are cut. */
const MAX_NAME_CHARS = 100;
/**
 * Text without control characters and without invisible formatting characters, such as direction overrides, with which a text
 * could look like another one.
 */
const visible = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
const shorten = (name: string): string =>
	name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS - 1)}…` : name;
/** Name of a carrier or product. */
export const responseName = responseText.transform((name) => shorten(visible(name)));
const optionalResponseNumber = responseNumber.optional().catch(undefined);
export const bookedShipmentSchema = z.object({
	id: responseId,
	status: z.string(),
	carrier: responseName,
	product: responseName,
	productId: responseProductId.optional().catch(undefined),
	price: optionalResponseNumber,
	trackingNumber: responseText.transform(visible),
	trackingUrl: responseText,
	labels: z.string().nullish().catch(undefined),
});
export type BookedShipment = z.infer<typeof bookedShipmentSchema>;

export const bookedResponseSchema = z.object({
	errors: errorsSchema,
	message: responseMessage,
	data: bookedShipmentSchema,
	warnings,
});

// 2.6, 2.7, 4.3 Duties and taxes --------------------------------------------------------------------------------

/**
 * Maximum value of the goods of one estimate, the same as of a shipment. With larger values, an estimate could exceed
 * `MAX_RESPONSE_NUMBER`, and clients could not read it.
 */
const MAX_VALUE = 10_000_000;

const dutiesItemSchema = object('each content item', {
	description: text('description', 200),
	numberOfItems: wholeNumber('numberOfItems', 1_000_000),
	cost: money('cost'),
	tariff: z.preprocess(emptyToUndefined, hsCodeSchema.optional()),
	originCountry: z.preprocess(emptyToUndefined, countryCodeSchema.optional()),
});

export const dutiesRequestSchema = z
	.object({
		contentItems: list('contentItems', dutiesItemSchema, CONTENT_LIST),
		...route,
		// Added by this project.
		freight: optionalMoney('freight'),
		insuranceAmount: optionalMoney('insuranceAmount'),
		personalUse: optionalFlag('personalUse', false),
	})
	.refine(
		({ contentItems }) => contentItems.reduce((sum, item) => sum + item.cost * item.numberOfItems, 0) <= MAX_VALUE,
		{
			path: ['contentItems'],
			error: `the value of all content items must be at most ${MAX_VALUE}`,
		},
	);
export type DutiesRequest = z.infer<typeof dutiesRequestSchema>;

/**
 * A field that this project added to the specification (`known`, `estimateIsMinimum`, `reasons`, `notes`). Another service may use
 * the name for a value of another type, which is then read as absent.
 */
const addedFlag = z.boolean().optional().catch(undefined);
const reasonSchema = z.object({
	code: z.string(),
	values: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});
/** Machine-readable part of an explanation, which a program can translate: a code with its values. */
export type Reason = z.infer<typeof reasonSchema>;
/** Added by this project, like `known`. */
const reasons = z.array(reasonSchema).optional().catch(undefined);
const taxLineSchema = z.object({
	harmonizedCode: z.string(),
	name: z.string(),
	amount: responseNumber,
	known: addedFlag.describe('False: the amount is not known and sent as 0. Absent: the amount is known.'),
	description: z.string().default(''),
	reasons,
});
export type TaxLine = z.infer<typeof taxLineSchema>;

export const dutiesResponseSchema = z.object({
	hasErrors: z.boolean(),
	message: z.string().optional(),
	notes: reasons,
	taxDetails: z.array(taxLineSchema),
	estimate: responseNumber,
	estimateIsMinimum: addedFlag.describe('True: the amount of a tax line is not known, so at least `estimate` is due.'),
	hsCode: z.string(),
	warnings,
});
export type DutiesResponse = z.infer<typeof dutiesResponseSchema>;

// 7 Errors ------------------------------------------------------------------------------------------------------

export const rejectionSchema = z.object({
	message: z.string().optional(),
	fields: z.array(fieldErrorSchema).optional(),
});
