// Requests and responses of the partner shipping service, section by section of its specification.
// Requests are read kindly (numbers as strings, booleans as 1/0); responses are written exactly.
import * as z from 'zod';
import type { FieldFault } from './errors';
import { say } from './i18n';
import {
	countryCodeSchema,
	hsCodeSchema,
	incotermsSchema,
	productIdSchema,
	reasonForExportSchema,
} from './model/trade-terms';

const NUMERIC_STRING = /^\s*[+-]?\d+(\.\d+)?\s*$/;

function fromNumericString(value: unknown): unknown {
	return typeof value === 'string' && NUMERIC_STRING.test(value) ? Number(value) : value;
}

function fromFlag(value: unknown): unknown {
	if (value === 1 || value === '1' || value === 'true') return true;
	if (value === 0 || value === '0' || value === 'false') return false;
	return value;
}

/** An optional text of which an empty or null value means "not given". */
function emptyToUndefined(value: unknown): unknown {
	return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;
}

/** What a field takes besides its own type; the interface's document says it. */
export type OtherForm = 'numeric text' | '1 and 0';
const alsoTaken = (otherForm: OtherForm) => ({ otherForm });
const finite = (what: string) => z.number({ error: () => say('{field} must be a number', { field: what }) });
/** One step for what a text means and what the number may be: each further one costs every field of every request. */
const fromText = <Schema extends z.ZodType>(schema: Schema) =>
	z.preprocess(fromNumericString, schema).meta(alsoTaken('numeric text'));
const number = (what: string) => fromText(finite(what));
const above0 = (what: string, max: number) =>
	finite(what)
		.positive({ error: () => say('{field} must be more than 0', { field: what }) })
		.max(max, { error: () => say('{field} must be at most {most}', { field: what, most: max }) });
/** Kilograms to one decimal: finer weights are taken up to the next 100 g, as a scale's reading is charged. */
const weightKg = fromText(
	above0('weight', 50_000).overwrite((kg) => Math.max(1, Math.ceil(Math.round(kg * 1000) / 100)) / 10),
);
/** Whole centimetres: fractions are taken up to the next centimetre. */
const sizeCm = (what: string) =>
	fromText(above0(what, 2_000).overwrite((cm) => Math.max(1, Math.ceil(Math.round(cm * 1000) / 1000))));
const whole = (what: string, max: number) =>
	fromText(
		above0(what, max).refine(Number.isInteger, {
			error: () => say('{field} must be a whole number', { field: what }),
		}),
	);
const count = whole('count', 999);
const money = (what: string) =>
	fromText(
		finite(what)
			.min(0, { error: () => say('{field} must not be negative', { field: what }) })
			.max(10_000_000, { error: () => say('{field} is too large', { field: what }) }),
	);
const flag = (what: string) =>
	z.preprocess(fromFlag, z.boolean({ error: `${what} must be true or false` })).meta(alsoTaken('1 and 0'));
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;
const text = (what: string, max: number) =>
	z
		.string({ error: () => say('{field} is required', { field: what }) })
		.trim()
		.min(1, { error: () => say('{field} is required', { field: what }) })
		.max(max, { error: () => say('{field} must be at most {most} characters', { field: what, most: max }) })
		.refine((value) => !CONTROL_CHARACTER.test(value), {
			error: () => say('{field} must not hold control characters or line breaks', { field: what }),
		});
const optionalText = (what: string, max: number) => z.preprocess(emptyToUndefined, text(what, max).optional());
const clockTime = (what: string) =>
	z.preprocess(
		emptyToUndefined,
		z
			.string()
			.regex(/^([01]\d|2[0-3]):[0-5]\d$/, `${what} must be a time as HH:MM`)
			.optional(),
	);

// 2.1 Rates parcel ----------------------------------------------------------------------------------------------

export const parcelTypeSchema = z.enum(['NONDOC', 'DOC', 'PALLET'], { error: 'type must be NONDOC, DOC or PALLET' });

const measured = {
	weight: weightKg,
	length: sizeCm('length'),
	width: sizeCm('width'),
	height: sizeCm('height'),
	count,
};

const ratesParcelSchema = z.discriminatedUnion(
	'type',
	[
		z.object({ type: z.literal('NONDOC'), ...measured }),
		z.object({ type: z.literal('PALLET'), ...measured, stackable: flag('stackable').default(false) }),
		z.object({ type: z.literal('DOC'), count, weight: weightKg.optional() }),
	],
	{ error: 'type must be NONDOC, DOC or PALLET' },
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

const recipientTypeSchema = z.enum(['individual', 'business'], {
	error: 'recipientType must be individual or business',
});

export const ratesRequestSchema = z
	.object({
		parcels: z
			.array(ratesParcelSchema, { error: 'parcels must be a list' })
			.min(1, 'at least one parcel is required')
			.max(200, 'at most 200 parcel lines'),
		...route,
		insured: flag('insured').default(false),
		totalValue: money('totalValue').optional(),
		recipientType: recipientTypeSchema.optional(),
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

// 2.2 Rate option: written by the service, and read by the station more kindly than it is written.
/** No price, tax or number of days is larger; what is could be neither added up nor kept. */
const MOST_ANSWERED = 1e9;
const answered = z.preprocess(fromNumericString, z.number().min(-MOST_ANSWERED).max(MOST_ANSWERED));
const answeredId = z.preprocess(fromNumericString, z.number());
const answeredProduct = z.preprocess(fromNumericString, productIdSchema);

const rateOptionSchema = z.object({
	carrier: z.string(),
	product: z.string(),
	productId: answeredProduct,
	price: answered,
	minEstimatedTransitTimeInWorkingsDays: answered.optional(),
	maxEstimatedTransitTimeInWorkingsDays: answered.optional(),
	estimatedTransitTimeInWorkingDays: answered.optional(),
	priceBreakdown: z.array(z.object({ item: z.string(), amount: answered, reason: z.string().optional() })).optional(),
});
export type RateOption = z.infer<typeof rateOptionSchema>;

/** More days than any carrier needs: an arrival day is counted day by day. */
const MAX_TRANSIT_DAYS = 366;
const receivedDays = z
	.preprocess(fromNumericString, z.number().min(0).max(MAX_TRANSIT_DAYS))
	.optional()
	.catch(undefined);
const receivedName = z.union([z.string().trim(), z.number().transform(String)]).catch('');
/** An option as the station reads it: it needs an id, a name and a price of at least one cent; the rest may be missing or wrong. */
export const receivedOptionSchema = z
	.object({
		...rateOptionSchema.shape,
		carrier: receivedName,
		product: receivedName,
		price: answered.refine((price) => Math.round(price * 100) > 0),
		minEstimatedTransitTimeInWorkingsDays: receivedDays,
		maxEstimatedTransitTimeInWorkingsDays: receivedDays,
		estimatedTransitTimeInWorkingDays: receivedDays,
		priceBreakdown: rateOptionSchema.shape.priceBreakdown.catch(undefined),
	})
	.refine(({ carrier, product }) => carrier !== '' || product !== '', { path: ['carrier'] });

/** `errors` is a bool in some answers and an array in others; either form may say that nothing is wrong. */
export const errorsSchema = z.union([z.boolean(), z.array(z.unknown())]);

const answerMessage = z.string().catch('').default('');

export function saysErrors(errors: z.infer<typeof errorsSchema>): boolean {
	return Array.isArray(errors) ? errors.length > 0 : errors;
}

export const ratesResponseSchema = z.object({
	errors: errorsSchema,
	message: z.string(),
	data: z.array(rateOptionSchema),
});
export type RatesResponse = z.infer<typeof ratesResponseSchema>;

// 2.3 – 2.5, 4.2 Shipments --------------------------------------------------------------------------------------

const shipmentParcelSchema = z.object({
	type: z.literal('NONDOC', { error: 'only NONDOC parcels can be shipped here' }),
	...measured,
});

const contentItemSchema = z.object({
	description: text('description', 200),
	quantity: fromText(above0('quantity', 1_000_000)),
	price: money('price'),
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

const pickupAddressSchema = z.object({
	...addressFields,
	sendNotification: z.never({ error: 'sendNotification can be set on destinationAddress only' }).optional(),
});
const destinationAddressSchema = z.object({
	...addressFields,
	sendNotification: flag('sendNotification').default(false),
});
export type PartnerAddress = Omit<z.infer<typeof destinationAddressSchema>, 'sendNotification'>;

export const shipmentRequestSchema = z
	.object({
		reference: optionalText('reference', 50),
		currency: z.enum(['EUR', 'USD'], { error: 'currency must be EUR or USD' }),
		insured: flag('insured'),
		preferredShippingOption: z.preprocess(emptyToUndefined, number('preferredShippingOption').optional()),
		schedulePickup: flag('schedulePickup'),
		pickupTimeFrom: clockTime('pickupTimeFrom'),
		pickupTimeTo: clockTime('pickupTimeTo'),
		pickupInstructions: optionalText('pickupInstructions', 200),
		reasonForExport: z.preprocess(emptyToUndefined, reasonForExportSchema.optional()),
		incoterms: z.preprocess(emptyToUndefined, incotermsSchema.optional()),
		parcels: z
			.array(shipmentParcelSchema, { error: 'parcels must be a list' })
			.min(1, 'at least one parcel is required')
			.max(200, 'at most 200 parcel lines'),
		contentItems: z
			.array(contentItemSchema, { error: 'contentItems must be a list' })
			.min(1, 'at least one content item is required')
			.max(500, 'at most 500 content items'),
		pickupAddress: pickupAddressSchema,
		destinationAddress: destinationAddressSchema,
		bookShipment: flag('bookShipment').default(false),
		inlineLabel: flag('inlineLabel').default(true),
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

/** A draft's data is its id and nothing else: whatever says more may be a booking. */
export const draftResponseSchema = z.object({
	errors: errorsSchema,
	message: answerMessage,
	data: z.strictObject({ id: answeredId }),
});

// 2.8 Created shipment. What a desk can go on without may be missing; an id and a status may not.
const answeredText = z.union([z.string(), z.number()]).transform(String).catch('').default('');
const answeredNumber = answered.optional().catch(undefined);
export const bookedShipmentSchema = z.object({
	id: answeredId,
	status: z.string(),
	carrier: answeredText,
	product: answeredText,
	productId: answeredProduct.optional().catch(undefined),
	price: answeredNumber,
	trackingNumber: answeredText,
	trackingUrl: answeredText,
	labels: z.string().nullish().catch(undefined),
});
export type BookedShipment = z.infer<typeof bookedShipmentSchema>;

export const bookedResponseSchema = z.object({
	errors: errorsSchema,
	message: answerMessage,
	data: bookedShipmentSchema,
});

// 2.6, 2.7, 4.3 Duties and taxes --------------------------------------------------------------------------------

export const dutiesItemSchema = z.object({
	description: text('description', 200),
	numberOfItems: whole('numberOfItems', 1_000_000),
	cost: money('cost'),
	tariff: z.preprocess(emptyToUndefined, hsCodeSchema.optional()),
	originCountry: z.preprocess(emptyToUndefined, countryCodeSchema.optional()),
});
export type DutiesItem = z.infer<typeof dutiesItemSchema>;

export const dutiesRequestSchema = z.object({
	contentItems: z
		.array(dutiesItemSchema, { error: 'contentItems must be a list' })
		.min(1, 'at least one content item is required')
		.max(500, 'at most 500 content items'),
	...route,
});
export type DutiesRequest = z.infer<typeof dutiesRequestSchema>;

const taxLineSchema = z.object({
	harmonizedCode: z.string(),
	name: z.string(),
	amount: answered,
	description: z.string().default(''),
});
export type TaxLine = z.infer<typeof taxLineSchema>;

export const dutiesResponseSchema = z.object({
	hasErrors: z.boolean(),
	message: z.string().optional(),
	taxDetails: z.array(taxLineSchema),
	estimate: answered,
	hsCode: z.string(),
});
export type DutiesResponse = z.infer<typeof dutiesResponseSchema>;

// 7 Errors ------------------------------------------------------------------------------------------------------

export const fieldFaultSchema: z.ZodType<FieldFault> = z.object({
	path: z.string(),
	code: z.string(),
	message: z.string(),
});
export const rejectionSchema = z.object({
	message: z.string().optional(),
	fields: z.array(fieldFaultSchema).optional(),
});
