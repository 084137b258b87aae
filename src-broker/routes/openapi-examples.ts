// One example per operation, for the OpenAPI document and mock servers. Names and addresses are invented.
const address = {
	contactPerson: 'Jan Voorbeeld',
	companyName: 'Example BV',
	email: 'jan@example.com',
	phone: '+31 20 123 4567',
	addressLine1: 'Damrak 1',
	zipcode: '1012 LG',
	city: 'Amsterdam',
	countryCode: 'NL',
};

export const ratesExample = {
	request: {
		parcels: [{ type: 'NONDOC', weight: '5.5', length: 40, width: 30, height: 20, count: 1 }],
		fromCountry: 'NL',
		fromZipcode: '1012 LG',
		fromCity: 'Amsterdam',
		toCountry: 'DE',
		toZipcode: '10115',
		toCity: 'Berlin',
		insured: false,
		recipientType: 'business',
	},
	response: {
		errors: false,
		message: '1 shipping option found.',
		data: [
			{
				carrier: 'Overland Parcel',
				product: 'Economy',
				productId: 401,
				price: 7.68,
				minEstimatedTransitTimeInWorkingsDays: 2,
				maxEstimatedTransitTimeInWorkingsDays: 3,
				estimatedTransitTimeInWorkingDays: 3,
				priceBreakdown: [
					{ item: 'Transport', amount: 7.05, reason: '6 kg billable' },
					{ item: 'Fuel', amount: 0.63, reason: '9 %' },
				],
			},
		],
	},
};

export const bookingExample = {
	request: {
		reference: 'ORDER-1',
		currency: 'EUR',
		insured: 0,
		schedulePickup: 0,
		parcels: ratesExample.request.parcels,
		contentItems: [{ description: 'Cotton T-shirt', quantity: '2', price: '12.50', country: 'NL', hsCode: '610910' }],
		pickupAddress: address,
		destinationAddress: {
			...address,
			addressLine1: 'Invalidenstr. 1',
			zipcode: '10115',
			city: 'Berlin',
			countryCode: 'DE',
			sendNotification: true,
		},
		bookShipment: true,
	},
	response: {
		errors: [],
		message: 'The shipment has been booked.',
		data: {
			id: 1,
			status: 'created_at_carrier',
			carrier: 'Overland Parcel',
			product: 'Economy',
			productId: 401,
			price: 7.68,
			trackingNumber: '09520000000001I',
			trackingUrl: 'http://127.0.0.1/tracking/09520000000001I?token=pUfVvLx0yWm2dGhzq3TQ4A',
			labels: 'JVBERi0xLjc=',
		},
	},
};

export const draftExample = {
	response: {
		errors: false,
		message: 'The draft was created in the API shipments section of the account.',
		data: { id: 2 },
	},
};

export const dutiesExample = {
	request: {
		contentItems: [
			{ description: 'Cotton T-shirt', numberOfItems: 2, cost: '12.50', tariff: '610910', originCountry: 'NL' },
		],
		fromCountry: 'NL',
		toCountry: 'CH',
	},
	response: {
		hasErrors: false,
		taxDetails: [
			{ harmonizedCode: '610910', name: 'MFN duty', amount: 0, description: '' },
			{ harmonizedCode: '610910', name: 'VAT', amount: 2.03, description: '' },
		],
		estimate: 2.03,
		hsCode: '610910',
	},
};
