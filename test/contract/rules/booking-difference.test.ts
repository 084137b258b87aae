import { describe, expect, it } from 'vitest';
import { bookingDifference } from '../../../src-contract/rules/booking-difference';
import { shipmentDetail } from '../../fixtures/screens';

const chosen = { carrier: 'DHL', product: 'Express', productId: 11, priceEur: 7.5 };
const asChosen = { state: 'booked' as const, carrier: 'DHL', product: 'Express', productId: 11, priceEur: 7.5, chosen };
const difference = (changes: Parameters<typeof shipmentDetail>[0]) =>
	bookingDifference(shipmentDetail({ ...asChosen, ...changes }));

describe('the difference between a booking and the chosen option', () => {
	it('is null for the chosen option, ignoring case and spacing', () => {
		expect(difference({})).toBeNull();
		expect(difference({ carrier: ' dhl ', product: 'EXPRESS' })).toBeNull();
	});

	it('is the price above or below the chosen one, to the cent', () => {
		expect(difference({ priceEur: 750 })).toEqual({ priceDifferenceEur: 742.5, isOtherProduct: false });
		expect(difference({ priceEur: 7.2 })).toEqual({ priceDifferenceEur: -0.3, isOtherProduct: false });
		expect(difference({ priceEur: 7.501 })).toBeNull();
	});

	it.each([
		['carrier', { carrier: 'UPS' }],
		['product name', { product: 'Express 12:00' }],
		['product id', { productId: 12 }],
	])('reports another %s', (_what, changes) => {
		expect(difference(changes)).toEqual({ priceDifferenceEur: 0, isOtherProduct: true });
	});

	it('contains both a different price and a different product', () => {
		expect(difference({ priceEur: 8, product: 'Parcel' })).toEqual({ priceDifferenceEur: 0.5, isOtherProduct: true });
	});

	it.each([
		['booked price', { priceEur: null }],
		['chosen price', { chosen: { ...chosen, priceEur: null }, priceEur: 9 }],
		['booked product id', { productId: null }],
		['chosen product id', { chosen: { ...chosen, productId: null }, productId: 12 }],
		['booked names', { carrier: '', product: ' ' }],
		['chosen names', { chosen: { ...chosen, carrier: '', product: ' ' } }],
	])('ignores an unknown %s', (_what, changes) => {
		expect(difference(changes)).toBeNull();
	});

	it('is null before the booking, and when no option was chosen', () => {
		expect(difference({ priceEur: 750 })).not.toBeNull();
		expect(difference({ state: 'sending', priceEur: 750 })).toBeNull();
		expect(difference({ chosen: null, priceEur: 750 })).toBeNull();
	});
});
