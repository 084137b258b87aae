// Descriptions of the fields of the partner API for the OpenAPI document, by path, such as `parcels[].weight`.

export type FieldMeanings = Readonly<Record<string, string>>;

/** The meanings by full path, for fields inside the field `parent`. @param parent path, with `[]` at its end for a list */
const inside = (parent: string, meanings: FieldMeanings): FieldMeanings =>
	Object.fromEntries(Object.entries(meanings).map(([name, meaning]) => [`${parent}.${name}`, meaning]));

const PARCEL: FieldMeanings = {
	weight: 'Weight of one piece in kilograms, with one decimal. A finer weight is rounded up to the next 100 g.',
	length: 'Length of one piece in whole centimetres. Fractions are rounded up.',
	width: 'Width of one piece in whole centimetres. Fractions are rounded up.',
	height: 'Height of one piece in whole centimetres. Fractions are rounded up.',
	count: 'Number of identical pieces.',
};

const ROUTE: FieldMeanings = {
	fromCountry: 'Country of dispatch, as a two-letter ISO 3166 code.',
	fromZipcode: 'Postcode of dispatch. If postcode and city are both missing, the capital of the country is used.',
	fromCity: 'City of dispatch. If postcode and city are both missing, the capital of the country is used.',
	toCountry: 'Country of destination, as a two-letter ISO 3166 code.',
	toZipcode:
		'Postcode of destination, which decides surcharges for remote areas. If postcode and city are both missing, the capital of the country is used.',
	toCity:
		'City of destination, which decides surcharges for remote areas when there is no postcode. If both are missing, the capital of the country is used.',
};

const WARNINGS: FieldMeanings = {
	warnings: 'Values of the request that were accepted but look wrong. Absent when there are none.',
	...inside('warnings[]', {
		path: 'Field of the request, such as `destinationAddress.phone`.',
		code: '`unlikely_postcode`, `unlikely_phone` or `unlikely_vat_number`.',
		message: 'What looks wrong, in English.',
	}),
};

const ERRORS_FLAG = 'False on success. A rejected request has `true`.';
const MESSAGE = 'The result in English, for people.';

export const RATES_REQUEST: FieldMeanings = {
	parcels: 'What is shipped. All entries have the same `type`.',
	'parcels[].type': '`NONDOC` is a parcel, `DOC` are documents, `PALLET` is a pallet. One request has one type only.',
	...inside('parcels[]', PARCEL),
	'parcels[].stackable': 'Whether other goods may stand on the pallet, which makes it cheaper. Pallets only.',
	...ROUTE,
	insured: 'Whether the goods are insured. The price then includes the insurance, and `totalValue` is required.',
	totalValue: 'Value of all goods in euros, from which the price of the insurance follows.',
	recipientType:
		'Whether the recipient is a private person or a company. Required for pallets; otherwise the default is `business`.',
};

export const RATES_RESPONSE: FieldMeanings = {
	errors: ERRORS_FLAG,
	message: MESSAGE,
	data: 'The options for this route, cheapest first. Empty when no carrier takes these parcels; `message` then says why.',
	...inside('data[]', {
		carrier: 'Name of the carrier.',
		product: "Name of the carrier's product, such as Economy.",
		productId: 'Number of the option. Send it as `preferredShippingOption` to book this option.',
		price: 'Price in euros without VAT, with two decimals. Includes all surcharges and, if requested, the insurance.',
		minEstimatedTransitTimeInWorkingsDays:
			'Minimum number of days until delivery. Monday to Friday count, public holidays included.',
		maxEstimatedTransitTimeInWorkingsDays:
			'Maximum number of days until delivery. Monday to Friday count, public holidays included.',
		estimatedTransitTimeInWorkingDays: 'Mean of the minimum and maximum number of days, rounded up.',
		priceBreakdown: 'The parts of the price. Their sum is `price`.',
		'priceBreakdown[].item': 'Name of the part, such as Transport or Fuel.',
		'priceBreakdown[].amount': 'Amount of the part in euros.',
		'priceBreakdown[].reason': 'Why the part is charged, such as the billable weight or a remote area.',
	}),
	...WARNINGS,
};

const ADDRESS: FieldMeanings = {
	countryCode: 'Two-letter ISO 3166 code of the country.',
	companyName: 'Name of the company. A recipient with a company name counts as a business.',
	contactPerson: 'Name of the person.',
	email: 'E-mail address of the person.',
	phone: 'Telephone number of the person, best with the country code.',
	addressLine1:
		'Street and number. Both lines are joined, then split at the length that the carrier accepts, between words where possible.',
	addressLine2: 'Second line of the address, such as a building.',
	zipcode: 'Postcode.',
	city: 'City.',
	vatNumber:
		'VAT number, in the US the importer number. Required for a recipient that is a company in the US, and for every recipient of goods worth more than 2,300 euros in total.',
};

export const SHIPMENT_REQUEST: FieldMeanings = {
	reference: 'Your own reference, such as an order number. Printed on the label.',
	currency: 'Currency of the prices of the contents.',
	insured: 'Whether the goods are insured at the value of their contents.',
	preferredShippingOption:
		'The `productId` of a rate. Default: the cheapest option. The option must be offered on this route now.',
	schedulePickup: 'Whether the carrier collects the parcels.',
	pickupTimeFrom: 'Earliest time of the pickup as HH:MM, in the local time of the pickup address. Default: 09:00.',
	pickupTimeTo: 'Latest time of the pickup as HH:MM, after `pickupTimeFrom`. Default: 17:00.',
	pickupInstructions: 'Note for the driver.',
	reasonForExport: 'Why the goods are exported. Required for dutiable shipments, which cross a customs or tax border.',
	incoterms: 'Who pays duties and taxes: the recipient (`DAP`) or the sender (`DDP`). Required for dutiable shipments.',
	parcels: 'The parcels.',
	'parcels[].type': '`NONDOC`. Documents and pallets can be quoted, but not shipped here.',
	...inside('parcels[]', PARCEL),
	contentItems: 'What the parcels contain, at least one item. Printed on the customs papers.',
	...inside('contentItems[]', {
		description: 'What the item is, exact enough for customs.',
		quantity: 'Number of pieces.',
		price: 'Price of one piece in `currency`, with at most two decimals.',
		country: 'Country in which the item was made, as a two-letter ISO 3166 code.',
		hsCode: 'HS code of the item with 6 to 10 digits; dots and spaces are ignored.',
	}),
	pickupAddress: 'The sender, where the parcels are collected.',
	...inside('pickupAddress', ADDRESS),
	'pickupAddress.sendNotification': 'Has no meaning for the sender: absent or false.',
	destinationAddress: 'The recipient.',
	...inside('destinationAddress', ADDRESS),
	'destinationAddress.sendNotification':
		'Whether the recipient gets an e-mail with the tracking number and a link when the shipment is in transit.',
	bookShipment:
		'True books the shipment now. False or absent creates a draft, which can be edited and booked in the account.',
	inlineLabel: 'Whether the answer to a booking contains the labels.',
};

export const DRAFT_RESPONSE: FieldMeanings = {
	errors: ERRORS_FLAG,
	message: MESSAGE,
	data: 'The draft.',
	'data.id': 'Number of the shipment.',
	...WARNINGS,
};

export const BOOKED_RESPONSE: FieldMeanings = {
	errors: 'An empty list on success. A rejected request has `true`.',
	message: MESSAGE,
	data: 'The booked shipment.',
	...inside('data', {
		id: 'Number of the shipment.',
		status: '`created_at_carrier` after a booking.',
		carrier: 'Name of the carrier.',
		product: "Name of the carrier's product.",
		productId: 'Number of the option that was booked.',
		price: 'Price of the booked option in euros, without VAT.',
		trackingNumber: 'Tracking number of the carrier.',
		trackingUrl: 'Address of the tracking page. It contains a secret token: anyone who has it can follow the parcel.',
		labels: 'All shipping documents as one PDF, in base64. Absent when `inlineLabel` is false.',
	}),
	...WARNINGS,
};

export const DUTIES_REQUEST: FieldMeanings = {
	contentItems: 'The goods; one entry for each kind.',
	...inside('contentItems[]', {
		description: 'Clear description of the goods.',
		numberOfItems: 'Number of units.',
		cost: 'Value of one unit in euros, from which the customs value follows.',
		tariff: 'HS code with 6 to 10 digits. Without it, the most suitable code is found from the description.',
		originCountry:
			'Country in which the goods were made, as a two-letter ISO 3166 code. Default: the country of dispatch.',
	}),
	...ROUTE,
	toZipcode:
		'Postcode of destination. Some areas of a country have taxes of their own. If postcode and city are both missing, the capital of the country is used.',
	toCity: 'City of destination. If postcode and city are both missing, the capital of the country is used.',
	freight:
		'Price of the transport to the destination in euros. Counts where the destination values goods with transport. Without it, transport counts as 0 and `message` says so.',
	insuranceAmount: 'Price of the insurance of the transport in euros. Counts like `freight`.',
	personalUse: 'True: an individual imports the goods for personal use, which some destinations value lower.',
};

const REASON: FieldMeanings = {
	code: 'What the part says, such as percent_of_cif. New codes may be added.',
	values: 'Numbers, names and codes of the part, such as percent and amount.',
};

export const DUTIES_RESPONSE: FieldMeanings = {
	hasErrors: ERRORS_FLAG,
	message: 'What the reader must know besides the amounts, such as assumptions and what is not known.',
	notes: 'The sentences of `message` as codes with values, for programs that show them in another language.',
	...inside('notes[]', REASON),
	taxDetails: 'One entry for each duty or tax of each kind of goods.',
	...inside('taxDetails[]', {
		harmonizedCode: 'HS code to which the entry belongs.',
		name: 'Name of the duty or tax, such as MFN duty or VAT.',
		amount: 'Estimated amount in euros, with two decimals.',
		known: 'False: the amount is not known and sent as 0. Absent: the amount is known.',
		description: 'How the amount was computed. May be empty.',
		reasons: 'The parts of `description` as codes with values, for programs that show them in another language.',
	}),
	...inside('taxDetails[].reasons[]', REASON),
	estimate: 'Sum of all amounts in euros. Customs may charge another amount.',
	estimateIsMinimum: 'True: the amount of an entry is not known, so at least `estimate` is due. Absent otherwise.',
	hsCode: 'HS code that was used for the first kind of goods.',
	...WARNINGS,
};

export const REJECTION: FieldMeanings = {
	message: 'What is wrong, in English. It names every wrong field.',
	fields: 'The wrong fields, for programs. Empty when no field is wrong.',
	...inside('fields[]', {
		path: 'Field of the request, such as `parcels.0.weight`.',
		code: 'Kind of the error, such as `too_small`.',
		message: 'What is wrong with the field, in English.',
	}),
	errors: 'Always true.',
	hasErrors: 'Always true.',
};
