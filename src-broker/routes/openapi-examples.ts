// Example requests of the OpenAPI document, with their responses. test/conformance/openapi.test.ts sends the requests to the service
// and compares the responses. A text that ends with `…` is shortened, and lists of options show the first entries only. Names and
// addresses are invented.

interface Example {
	summary: string;
	request: object;
	response: object;
}
export type Examples = Readonly<Record<string, Example>>;

const NETHERLANDS_TO_GERMANY = {
	fromCountry: 'NL',
	fromZipcode: '1012 LG',
	fromCity: 'Amsterdam',
	toCountry: 'DE',
	toZipcode: '10115',
	toCity: 'Berlin',
};

const parcel = { type: 'NONDOC', weight: 5.5, length: 40, width: 30, height: 20, count: 1 };

export const RATES_EXAMPLES: Examples = {
	parcel: {
		summary: 'A parcel (NONDOC)',
		request: { parcels: [parcel], ...NETHERLANDS_TO_GERMANY, recipientType: 'business' },
		response: {
			errors: false,
			message: '11 shipping options found.',
			data: [
				{
					carrier: 'Overland Parcel',
					product: 'Economy',
					productId: 401,
					price: 7.93,
					minEstimatedTransitTimeInWorkingsDays: 2,
					maxEstimatedTransitTimeInWorkingsDays: 3,
					estimatedTransitTimeInWorkingDays: 3,
					priceBreakdown: [
						{ item: 'Transport', amount: 7.05, reason: '6 kg billable' },
						{ item: 'Peak surcharge', amount: 0.25, reason: '16 Nov–15 Jan' },
						{ item: 'Fuel', amount: 0.63, reason: '9 %' },
					],
				},
				{
					carrier: 'Overland Parcel',
					product: 'Business Plus',
					productId: 402,
					price: 10.28,
					minEstimatedTransitTimeInWorkingsDays: 1,
					maxEstimatedTransitTimeInWorkingsDays: 2,
					estimatedTransitTimeInWorkingDays: 2,
					priceBreakdown: [
						{ item: 'Transport', amount: 9.2, reason: '6 kg billable' },
						{ item: 'Peak surcharge', amount: 0.25, reason: '16 Nov–15 Jan' },
						{ item: 'Fuel', amount: 0.83, reason: '9 %' },
					],
				},
			],
		},
	},
	insuredParcel: {
		summary: 'An insured parcel for a private person',
		request: {
			parcels: [parcel],
			...NETHERLANDS_TO_GERMANY,
			insured: true,
			totalValue: 800,
			recipientType: 'individual',
		},
		response: {
			errors: false,
			message: '11 shipping options found.',
			data: [
				{
					carrier: 'Overland Parcel',
					product: 'Economy',
					productId: 401,
					price: 16.33,
					minEstimatedTransitTimeInWorkingsDays: 2,
					maxEstimatedTransitTimeInWorkingsDays: 3,
					estimatedTransitTimeInWorkingDays: 3,
					priceBreakdown: [
						{ item: 'Transport', amount: 7.05, reason: '6 kg billable' },
						{ item: 'Peak surcharge', amount: 0.25, reason: '16 Nov–15 Jan' },
						{ item: 'Residential delivery', amount: 1.2, reason: 'recipient is an individual' },
						{ item: 'Fuel', amount: 0.63, reason: '9 %' },
						{ item: 'Insurance', amount: 7.2, reason: '0.9 % of the value' },
					],
				},
			],
		},
	},
	document: {
		summary: 'Documents (DOC)',
		request: { parcels: [{ type: 'DOC', count: 1 }], ...NETHERLANDS_TO_GERMANY, recipientType: 'business' },
		response: {
			errors: false,
			message: '4 shipping options found.',
			data: [
				{
					carrier: 'Postalis',
					product: 'Priority',
					productId: 302,
					price: 8.8,
					minEstimatedTransitTimeInWorkingsDays: 1,
					maxEstimatedTransitTimeInWorkingsDays: 2,
					estimatedTransitTimeInWorkingDays: 2,
					priceBreakdown: [{ item: 'Transport', amount: 8.8, reason: '0.5 kg billable' }],
				},
			],
		},
	},
	pallet: {
		summary: 'A pallet (PALLET)',
		request: {
			parcels: [{ type: 'PALLET', weight: 320, length: 120, width: 80, height: 140, count: 1, stackable: false }],
			...NETHERLANDS_TO_GERMANY,
			recipientType: 'business',
		},
		response: {
			errors: false,
			message: '4 shipping options found.',
			data: [
				{
					carrier: 'Nordhaven Freight',
					product: 'Groupage',
					productId: 501,
					price: 180.28,
					minEstimatedTransitTimeInWorkingsDays: 2,
					maxEstimatedTransitTimeInWorkingsDays: 3,
					estimatedTransitTimeInWorkingDays: 3,
					priceBreakdown: [
						{ item: 'Transport', amount: 161.25, reason: '740 kg billable' },
						{ item: 'Fuel', amount: 19.03, reason: '11.8 %' },
					],
				},
			],
		},
	},
};

const sender = {
	countryCode: 'NL',
	companyName: 'Example BV',
	contactPerson: 'Jan Voorbeeld',
	email: 'jan@example.com',
	phone: '+31 20 123 4567',
	addressLine1: 'Damrak 1',
	zipcode: '1012 LG',
	city: 'Amsterdam',
};

const shipment = {
	reference: 'ORDER-1',
	currency: 'EUR',
	insured: false,
	schedulePickup: false,
	parcels: [parcel],
	contentItems: [{ description: 'Cotton T-shirt', quantity: 2, price: 12.5, country: 'NL', hsCode: '610910' }],
	pickupAddress: sender,
	destinationAddress: {
		countryCode: 'DE',
		contactPerson: 'Erika Muster',
		email: 'erika@example.com',
		phone: '+49 30 123456',
		addressLine1: 'Invalidenstr. 1',
		zipcode: '10115',
		city: 'Berlin',
		sendNotification: true,
	},
};

/** Dutiable, so that reason for export and incoterms are required. */
const dutiableShipment = {
	...shipment,
	reference: 'ORDER-2',
	schedulePickup: true,
	pickupTimeFrom: '10:00',
	pickupTimeTo: '16:00',
	pickupInstructions: 'Ring at the loading bay',
	reasonForExport: 'commercial',
	incoterms: 'DAP',
	destinationAddress: {
		countryCode: 'CH',
		companyName: 'Beispiel AG',
		contactPerson: 'Reto Muster',
		email: 'reto@example.com',
		phone: '+41 44 123 45 67',
		addressLine1: 'Bahnhofstrasse 1',
		zipcode: '8001',
		city: 'Zürich',
		sendNotification: true,
	},
	bookShipment: true,
};

export const DRAFT_EXAMPLE: Example = {
	summary: 'A draft',
	request: shipment,
	response: {
		errors: false,
		message: 'The draft was created in the API shipments section of the account.',
		data: { id: 1 },
	},
};
export const BOOKING_EXAMPLES: Examples = {
	booking: {
		summary: 'A booking',
		request: { ...shipment, bookShipment: true },
		response: {
			errors: [],
			message: 'The shipment has been booked.',
			data: {
				id: 2,
				status: 'created_at_carrier',
				carrier: 'Overland Parcel',
				product: 'Economy',
				productId: 401,
				price: 9.13,
				trackingNumber: '09520000000001I',
				trackingUrl: 'https://shipping.example.com/tracking/09520000000001I?token=pUfVvLx0yWm2dGhzq3TQ4A',
				labels: 'JVBERi0xLjcK…',
			},
		},
	},
	export: {
		summary: 'A dutiable shipment with a pickup, booked',
		request: dutiableShipment,
		response: {
			errors: [],
			message: 'The shipment has been booked.',
			data: {
				id: 3,
				status: 'created_at_carrier',
				carrier: 'Overland Parcel',
				product: 'Economy',
				productId: 401,
				price: 9.9,
				trackingNumber: '09520000000002G',
				trackingUrl: 'https://shipping.example.com/tracking/09520000000002G?token=pUfVvLx0yWm2dGhzq3TQ4A',
				labels: 'JVBERi0xLjcK…',
			},
		},
	},
};

export const DUTIES_EXAMPLES: Examples = {
	code: {
		summary: 'Goods with an HS code',
		request: {
			contentItems: [
				{ description: 'Cotton T-shirt', numberOfItems: 2, cost: 60, tariff: '610910', originCountry: 'NL' },
			],
			fromCountry: 'NL',
			toCountry: 'CH',
		},
		response: {
			hasErrors: false,
			message: 'Freight and insurance are not given and count as 0. …',
			notes: [
				{ code: 'note_freight_not_given', values: {} },
				{ code: 'note_exchange_outdated', values: { currencies: 'CHF', date: '2025-11-01' } },
				{
					code: 'text',
					values: { text: 'Food and farm goods are charged by weight, which is not included.' },
				},
				{ code: 'note_estimate', values: {} },
			],
			taxDetails: [
				{
					harmonizedCode: '610910',
					name: 'MFN duty',
					amount: 0,
					description: '0.0 % of 120.00 EUR CIF, freight not given, 0 assumed; …',
					reasons: [
						{ code: 'percent_of_cif', values: { percent: 0, amount: 120 } },
						{ code: 'freight_assumed_zero', values: {} },
						{
							code: 'source',
							values: { name: 'industrial goods are free of duty since 2024-01-01', date: '2026-01-01' },
						},
					],
				},
				{
					harmonizedCode: '610910',
					name: 'VAT',
					amount: 9.72,
					description: '8.1 % of 120.00 EUR, the value and duty; …',
					reasons: [
						{ code: 'percent_of_tax_base', values: { percent: 8.1, amount: 120 } },
						{ code: 'rate_of_territory', values: { territory: 'CH', date: '2026-01-01' } },
					],
				},
			],
			estimate: 9.72,
			hsCode: '610910',
		},
	},
	description: {
		summary: 'Goods with a description only',
		request: {
			contentItems: [{ description: 'Leather wallet', numberOfItems: 1, cost: 45 }],
			fromCountry: 'IT',
			toCountry: 'US',
			toZipcode: '10001',
			toCity: 'New York',
		},
		response: {
			hasErrors: false,
			message: 'US levies no import tax. …',
			notes: [
				{ code: 'note_no_import_tax', values: { territory: 'US' } },
				{ code: 'note_exchange_outdated', values: { currencies: 'USD', date: '2025-11-01' } },
				{
					code: 'text',
					values: {
						text: 'States levy their own sales or use tax, which is not included; further duties by origin were proposed and are not included.',
					},
				},
				{ code: 'note_estimate', values: {} },
			],
			taxDetails: [
				{
					harmonizedCode: '420231',
					name: 'MFN duty',
					amount: 4.55,
					description: '10.1 % of 45.00 EUR FOB; …',
					reasons: [
						{ code: 'percent_of_fob', values: { percent: 10.1, amount: 45 } },
						{ code: 'tariff_heading', values: { code: '4202' } },
						{ code: 'source', values: { name: 'US HTS', date: '2025' } },
					],
				},
			],
			estimate: 4.55,
			hsCode: '420231',
		},
	},
};
