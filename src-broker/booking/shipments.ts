// Drafts and bookings: what is checked, what is kept, and that the same Idempotency-Key never books twice.
import { createHash } from 'node:crypto';
import { isDutiable, laneFaults } from '../../src-contract/customs-territory';
import type { RatesRequest, ShipmentRequest } from '../../src-contract/partner-api';
import type { Account } from '../auth';
import type { DutyTables } from '../duties/tables';
import type { Places } from '../places/places';
import { type Offer, quote } from '../rating/quote';
import type { RateSheet } from '../rating/rate-sheet';
import { Refusal } from '../refusal';
import type { Store } from '../store/store';
import { drawDocuments, unprintableFaults } from './documents';
import type { Fonts } from './fonts';
import { sscc, trackingNumber } from './tracking-number';

export interface ShipmentsDependencies {
	store: Store;
	sheets: readonly RateSheet[];
	places: Places;
	fonts: Fonts;
	tables: DutyTables;
	now: () => Date;
}

export function createShipments({ store, sheets, places, fonts, tables, now }: ShipmentsDependencies) {
	const today = () => now().toISOString().slice(0, 10);

	function totalValueEur(request: ShipmentRequest): number {
		const total = request.contentItems.reduce((sum, item) => sum + item.quantity * item.price, 0);
		const perEuro = tables.perEuro(request.currency, today());
		if (perEuro === undefined) throw new Error(`no exchange rate is held for ${request.currency}`);
		return total / perEuro;
	}

	/** The rates request that prices this shipment: a booking costs what the same question to the rates costs. */
	function asRatesRequest(request: ShipmentRequest): RatesRequest {
		const { pickupAddress: from, destinationAddress: to } = request;
		return {
			parcels: request.parcels,
			fromCountry: from.countryCode,
			fromZipcode: from.zipcode,
			fromCity: from.city,
			toCountry: to.countryCode,
			toZipcode: to.zipcode,
			toCity: to.city,
			insured: request.insured,
			totalValue: totalValueEur(request),
			recipientType: to.companyName ? 'business' : 'individual',
		};
	}

	function check(request: ShipmentRequest): void {
		const { pickupAddress: from, destinationAddress: to } = request;
		const faults = laneFaults({
			from,
			to,
			totalValueEur: totalValueEur(request),
			reasonForExport: request.reasonForExport,
			incoterms: request.incoterms,
		});
		for (const [path, address] of [
			['pickupAddress', from],
			['destinationAddress', to],
		] as const) {
			if (places.isCountry(address.countryCode)) continue;
			faults.push({
				path: `${path}.countryCode`,
				code: 'unknown_country',
				message: `${address.countryCode} is not a country of ISO 3166`,
			});
		}
		faults.push(...unprintableFaults(fonts, request));
		if (faults.length > 0) throw Refusal.ofFaults(faults);
	}

	function chooseOffer(request: ShipmentRequest): Offer {
		const offers = quote(sheets, places, asRatesRequest(request), today());
		const preferred = request.preferredShippingOption;
		const offer = preferred === undefined ? offers[0] : offers.find(({ product }) => product.productId === preferred);
		if (offer) return offer;
		const message =
			preferred === undefined
				? 'no carrier takes these parcels on this route: they are too heavy or too large for every product'
				: `option ${preferred} is not offered on this route now; ask the rates again and choose one of them`;
		throw Refusal.ofFaults([
			{ path: preferred === undefined ? 'parcels' : 'preferredShippingOption', code: 'not_offered', message },
		]);
	}

	/** The next numbers of a sequence, never given out again, whatever becomes of them. */
	async function nextSerials(name: string, count: number): Promise<number[]> {
		const row = await store
			.insertInto('sequence')
			.values({ name, value: count })
			.onConflict((conflict) =>
				conflict.column('name').doUpdateSet((eb) => ({ value: eb('sequence.value', '+', count) })),
			)
			.returning('value')
			.executeTakeFirstOrThrow();
		return Array.from({ length: count }, (_, index) => row.value - count + index + 1);
	}

	async function bookingColumns(request: ShipmentRequest) {
		const offer = chooseOffer(request);
		const { sheet, product, option } = offer;
		const pieces = request.parcels.reduce((sum, parcel) => sum + parcel.count, 0);
		const [serial = 0] = await nextSerials(`tracking:${sheet.carrierCode}`, 1);
		const number = trackingNumber(sheet.trackingFormat, serial, request.pickupAddress.countryCode);
		const ssccs = (await nextSerials('sscc', pieces)).map(sscc);
		const documents = await drawDocuments(fonts, places, {
			request,
			offer,
			trackingNumber: number,
			ssccs,
			dutiable: isDutiable(request.pickupAddress, request.destinationAddress),
			date: today(),
		});
		return {
			status: 'created_at_carrier' as const,
			carrier: sheet.carrier,
			product: product.name,
			product_id: product.productId,
			price_cents: Math.round(option.price * 100),
			tracking_number: number,
			documents,
		};
	}

	async function firstAnswer(account: Account, key: string, bodyHash: string) {
		const row = await store
			.selectFrom('idempotency')
			.selectAll()
			.where('account_id', '=', account.id)
			.where('key', '=', key)
			.executeTakeFirst();
		if (row && row.body_hash !== bodyHash) {
			throw new Refusal(409, 'this Idempotency-Key was used with another request; use a new key for a new shipment');
		}
		return row && byId(row.shipment_id);
	}

	async function byId(id: number) {
		return store.selectFrom('shipment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
	}

	async function create(account: Account, request: ShipmentRequest, idempotencyKey: string | undefined) {
		const bodyHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
		const before = idempotencyKey && (await firstAnswer(account, idempotencyKey, bodyHash));
		if (before) return before;
		check(request);
		const booking = request.bookShipment ? await bookingColumns(request) : { status: 'draft' as const };
		const created_at = now().toISOString();
		try {
			return await store.transaction().execute(async (transaction) => {
				const shipment = await transaction
					.insertInto('shipment')
					.values({ account_id: account.id, request: JSON.stringify(request), created_at, ...booking })
					.returningAll()
					.executeTakeFirstOrThrow();
				if (idempotencyKey) {
					await transaction
						.insertInto('idempotency')
						.values({
							account_id: account.id,
							key: idempotencyKey,
							body_hash: bodyHash,
							shipment_id: shipment.id,
							created_at,
						})
						.execute();
				}
				return shipment;
			});
		} catch (error) {
			// Two requests with one key at one time: the one that came second takes the first one's answer.
			const winner = idempotencyKey && (await firstAnswer(account, idempotencyKey, bodyHash));
			if (winner) return winner;
			throw error;
		}
	}

	return {
		create,
		byId,
		byTrackingNumber: (number: string) =>
			store.selectFrom('shipment').selectAll().where('tracking_number', '=', number).executeTakeFirst(),
	};
}
export type Shipments = ReturnType<typeof createShipments>;
