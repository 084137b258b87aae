// The shipment being composed: it outlives the view, so that a look at another screen costs nothing typed.
import { defineStore } from 'pinia';
import { computed, reactive, ref, toRaw, watch } from 'vue';
import type { Address, BookEntry } from '../../src-contract/address';
import { isDutiable, laneRequirements } from '../../src-contract/customs-territory';
import { emptyAddress } from '../../src-contract/empty-address';
import { AppError, type FieldFault } from '../../src-contract/errors';
import { formatHsCode } from '../../src-contract/goods';
import { landedCost } from '../../src-contract/landed-cost';
import type { DutiesResponse } from '../../src-contract/partner-api';
import type { Composition, KeptComposition, ShipmentDetail } from '../../src-contract/shipment';
import type { Incoterms, ReasonForExport } from '../../src-contract/terms';
import { say } from '../../src-contract/wording';
import { checks, loadChecks } from '../checks';
import { call } from '../station';
import { useGoodsStore } from './goods';
import { createPrices, isLineFault } from './prices';
import { useStationStore } from './station';
import { anotherContent, newContent, newParcel, type TypedParcel, typedValueEur } from './typed';

const SIZES = ['lengthCm', 'widthCm', 'heightCm', 'weightKg'] as const;
/** Of what was sent to somebody of such a name. */
const MOST_LOOKED_AT = 20;
/** Nobody has read a warning sooner than this. */
const LEAST_READING_MS = 700;

type Checks = Awaited<ReturnType<typeof loadChecks>>;

export const useShipStore = defineStore('ship', () => {
	const draft = reactive({
		from: { ...emptyAddress } as Address,
		to: { ...emptyAddress } as Address,
		parcels: [newParcel()],
		contents: [newContent()],
		reference: '',
		insured: false,
		notifyRecipient: true,
		schedulePickup: false,
		reasonForExport: null as ReasonForExport | null,
		incoterms: null as Incoterms | null,
		labelPrinterId: '',
		begunAt: null as string | null,
		dutiesEur: null as number | null,
	});
	const estimate = ref<DutiesResponse>();
	/** The value that the estimate was asked for. */
	const estimatedGoodsEur = ref(0);
	const estimateError = ref('');
	const attempted = ref(false);
	const refusedFaults = ref<FieldFault[]>([]);
	const error = ref('');
	const busy = ref(false);
	const result = ref<ShipmentDetail>();
	/** The shipment that is kept at the desk, and that the form goes on with. */
	const keptId = ref<number>();
	/** The row of a batch that is being mended, or sent by itself. */
	const mending = ref<{ batchId: number; position: number; row: string }>();
	/** What a queued shipment may cost at most; undefined: what the desk allows beyond the price that is shown. */
	const typedLimitEur = ref<number>();
	const goods = useGoodsStore();
	/** The warnings that a person saw and may now go on with. */
	let isLoaded = false;
	let toldOfCustoms = '';
	let toldAt = Number.NEGATIVE_INFINITY;

	const dutiable = computed(
		() => Boolean(draft.from.countryCode && draft.to.countryCode) && isDutiable(draft.from, draft.to),
	);
	const valueEur = computed(() => typedValueEur(draft.contents));
	const requirements = computed(() =>
		laneRequirements({ from: draft.from, to: draft.to, totalValueEur: valueEur.value }),
	);
	const faults = computed(() => [
		...refusedFaults.value,
		...((attempted.value && checks.value?.compositionFaults(draft)) || []),
	]);

	function faultOf(path: string): string | undefined {
		return faults.value.find((fault) => fault.path === path)?.message;
	}

	const places = () => ({
		from: { countryCode: draft.from.countryCode, zipcode: draft.from.zipcode, city: draft.from.city },
		to: {
			countryCode: draft.to.countryCode,
			zipcode: draft.to.zipcode,
			city: draft.to.city,
			companyName: draft.to.companyName,
		},
	});

	/** The question to the rates, or undefined while it cannot be asked yet. */
	const question = computed(() => {
		const parcels = checks.value?.wholeParcels(draft.parcels);
		const ready = (['from', 'to'] as const).every(
			(side) => /^[A-Z]{2}$/i.test(draft[side].countryCode) && (draft[side].zipcode || draft[side].city),
		);
		if (!ready || !parcels || (draft.insured && valueEur.value === 0)) return undefined;
		return {
			...places(),
			parcels,
			insured: draft.insured,
			totalValueEur: valueEur.value,
		};
	});

	const prices = createPrices(() => question.value);
	const { quote, chosen, chosenId, offline } = prices;

	/** The question to the duties, or undefined where none are due or an item lacks something. */
	/** What an estimate would be asked of; undefined where no customs is passed. */
	const dutiesQuestion = computed(() => {
		const { from, to } = places();
		return dutiable.value ? { from, to, contents: draft.contents } : undefined;
	});

	let lastEstimate = 0;
	async function askDuties(): Promise<void> {
		lastEstimate += 1;
		const mine = lastEstimate;
		const asked = dutiesQuestion.value;
		// Loaded when goods first pass customs: the first screen does without the service's own schemas.
		const items = asked && (await import('./duties-items')).dutiesItems(asked.contents);
		if (mine !== lastEstimate) return;
		const goodsEur = valueEur.value;
		estimateError.value = '';
		if (!items) {
			estimate.value = undefined;
			return;
		}
		try {
			const answer = await call('duties.estimate', { from: asked.from, to: asked.to, items });
			if (mine !== lastEstimate) return;
			estimate.value = answer;
			estimatedGoodsEur.value = goodsEur;
		} catch (caught) {
			if (mine !== lastEstimate) return;
			estimate.value = undefined;
			estimateError.value = (caught as Error).message;
		}
	}

	/** Items that customs will ask about, a sentence each. */
	const customsWarnings = computed(() =>
		draft.contents.flatMap((item) => {
			const { description, hsCode } = item;
			if (!dutiable.value || description.trim() === '') return [];
			if (hsCode.trim()) {
				const held = goods.descriptionOf(hsCode);
				if (held === null) return [say('"{description}": {hsCode} is not an HS code.', { description, hsCode })];
				if (held === undefined) {
					return [say('"{description}": {hsCode} could not be looked up.', { description, hsCode })];
				}
				if (!goods.isForOtherGoods(item)) return [];
				const chosenFor = item.codeFor?.description ?? '';
				return [
					say('"{description}": {hsCode} ({held}) was chosen for "{chosenFor}".', {
						description,
						hsCode,
						held,
						chosenFor,
					}),
				];
			}
			const suggestion = goods.suggestionFor(description);
			const best = suggestion?.candidates[0];
			if (!best) return [say('"{description}" has no HS code.', { description })];
			const code = formatHsCode(best.code);
			return suggestion.confidence === 'low'
				? [say('"{description}" has no HS code; suggested is {code}, which is uncertain.', { description, code })]
				: [say('"{description}" has no HS code; suggested is {code}.', { description, code })];
		}),
	);

	/** Customs holds parcels without codes: a person sends one so only after being told. */
	async function confirmCustoms(): Promise<boolean> {
		if (!dutiable.value) return true;
		for (const { description, hsCode } of draft.contents) {
			await goods.describe(hsCode);
			if (!hsCode.trim()) await goods.suggest(description);
		}
		const warnings = customsWarnings.value.join(' ');
		if (warnings === '' || warnings === toldOfCustoms) return true;
		toldOfCustoms = warnings;
		toldAt = performance.now();
		error.value = say(
			'{warnings} Customs may hold the parcel. Nothing was sent: choose a code, or press again to go on without.',
			{ warnings },
		);
		return false;
	}

	/** Nobody buys at a price that was not shown: a form newer than its prices is priced again first. */
	async function confirmPrice(): Promise<boolean> {
		const shown = chosen.value;
		const isOld = Boolean(quote.value?.unreachable);
		if (prices.asking.value || isOld || !prices.isCurrent()) await prices.ask();
		const now = chosen.value;
		if (quote.value?.unreachable) {
			error.value = say('{unreachable} The prices are of before. Wait for the line, or queue the shipment.', {
				unreachable: quote.value.unreachable,
			});
			return false;
		}
		if (shown && now?.productId === shown.productId && now.price === shown.price) return true;
		toldAt = performance.now();
		error.value = now
			? say('The price is {price} EUR with {carrier} {product}. Nothing was sent: press again to book at this price.', {
					price: now.price.toFixed(2),
					carrier: now.carrier,
					product: now.product,
				})
			: prices.error.value || say('There is no price for this shipment yet. Nothing was sent.');
		return false;
	}

	/** What the form holds, whole; undefined, with what is at fault, when it is not. */
	function composed({ compositionSchema }: Checks): Composition | undefined {
		attempted.value = true;
		refusedFaults.value = [];
		error.value = '';
		// An estimate that lacks a line is no figure to add up.
		draft.dutiesEur = dutiable.value && estimate.value && !landed.value?.isAtLeast ? estimate.value.estimate : null;
		const checked = compositionSchema.safeParse(draft);
		if (checked.success && faults.value.length === 0) return checked.data;
		const count = faults.value.length;
		// What is wrong with all of them stands at no field.
		const ofAll = faults.value.find(({ path }) => path === 'contents' || path === 'parcels');
		error.value = ofAll
			? say('{count, plural, one {# field needs} other {# fields need}} attention ({message}). Nothing was sent.', {
					count,
					message: ofAll.message,
				})
			: say('{count, plural, one {# field needs} other {# fields need}} attention. Nothing was sent.', { count });
		return undefined;
	}

	const landed = computed(
		() => estimate.value && landedCost(estimate.value, estimatedGoodsEur.value, chosen.value?.price),
	);

	/** A key that is held, or a second click, is no answer to what was just said. */
	const isTooSoon = () => busy.value || Boolean(result.value) || performance.now() - toldAt < LEAST_READING_MS;

	/** @returns whether it was done: the form gives way to the result */
	async function attempt(work: () => Promise<ShipmentDetail | undefined>): Promise<boolean> {
		busy.value = true;
		try {
			const shipment = await work();
			if (shipment) result.value = shipment;
			return shipment !== undefined;
		} catch (caught) {
			error.value = (caught as Error).message;
			if (caught instanceof AppError) {
				refusedFaults.value = caught.fields;
				// Kept at the desk: the next attempt is of the same shipment.
				keptId.value = caught.shipmentId ?? keptId.value;
				// It was discarded, or sent, meanwhile: what the form holds is a new one.
				if (caught.code === 'shipment.settled') keptId.value = undefined;
			}
			if (isLineFault(caught)) offline.value = true;
			return false;
		} finally {
			busy.value = false;
		}
	}

	/** Books it, or leaves it with the service as a draft. */
	async function send(book: boolean): Promise<boolean> {
		const loaded = await loadChecks();
		// From here to `busy` nothing is waited for: a second press must find it. A row becomes a shipment here only as a whole: its
		// drafts are the batch's.
		if (isTooSoon() || (mending.value && !book)) return false;
		const composition = composed(loaded);
		if (!composition) return false;
		const { batchId, position } = mending.value ?? {};
		return attempt(async () => {
			// The form stands still while it is sent: nothing else is taken into it.
			if (book && !((await confirmCustoms()) && (await confirmPrice()))) return undefined;
			const { shipment } = await call('shipments.create', {
				composition,
				productId: chosenId.value,
				book,
				id: keptId.value,
				row: batchId && position ? { batchId, position } : undefined,
			});
			return shipment;
		});
	}

	/** Something was typed for this parcel. */
	const isBegun = (): boolean =>
		Boolean(draft.to.contactPerson || draft.to.companyName || draft.to.addressLine1 || draft.reference) ||
		draft.contents.some(({ description }) => description) ||
		draft.parcels.some((parcel) => SIZES.some((size) => typeof parcel[size] === 'number'));

	/** From here on the time to its label is taken. */
	watch(isBegun, (begun) => {
		if (begun) draft.begunAt ??= new Date().toISOString();
	});

	/** What is in the form is kept before something else takes its place: as the row that it is, or at the desk. */
	async function putAside(): Promise<boolean> {
		if (busy.value) {
			error.value = say('This parcel is being sent: wait for its answer.');
			return false;
		}
		if (result.value || !(mending.value || isBegun())) return true;
		if (!mending.value) {
			if (!(await keep())) return false;
			next();
			return true;
		}
		error.value = '';
		const { batchId: id, position } = mending.value;
		return attempt(async () => {
			await call('batches.mend', { id, position, composition: draft });
			keptId.value = undefined;
			return undefined;
		}).then(() => error.value === '');
	}

	/** Keeps it at the desk, whatever it lacks yet. */
	async function keep(): Promise<boolean> {
		if (busy.value || result.value || mending.value) return false;
		error.value = '';
		return attempt(() => call('shipments.compose', { composition: draft, id: keptId.value }));
	}

	const station = useStationStore();
	/** To the cent; undefined: no price is known, and a person has to say one. */
	const limitEur = computed(() => {
		if (typedLimitEur.value !== undefined) return typedLimitEur.value;
		const allowance = station.settings?.queueAllowancePercent ?? 0;
		const price = chosen.value?.price;
		return price === undefined ? undefined : Math.round(price * (100 + allowance)) / 100;
	});

	/** By the desk's own word it goes when the line is back. */
	async function queue(): Promise<boolean> {
		const loaded = await loadChecks();
		if (isTooSoon() || mending.value) return false;
		const composition = composed(loaded);
		if (!composition) return false;
		const most = limitEur.value;
		if (!most || most <= 0) {
			error.value = say('Say what it may cost at most. Nothing was queued.');
			return false;
		}
		const option = chosen.value;
		return attempt(async () => {
			if (!(await confirmCustoms())) return undefined;
			const rule = option
				? { kind: 'product' as const, productId: option.productId, name: `${option.carrier} ${option.product}` }
				: { kind: 'cheapest' as const };
			return call('shipments.queue', { composition, rule, limitEur: most, id: keptId.value });
		});
	}

	/** Takes a shipment into the form. @param known of which row of a batch, or of which kept shipment it is; else it is a new one */
	function load(
		composition: KeptComposition,
		known: { keptId?: number; mending?: { batchId: number; position: number; row: string } } = {},
	): void {
		if (busy.value) return;
		next();
		isLoaded = true;
		const { parcels, contents, ...rest } = structuredClone(toRaw(composition));
		Object.assign(draft, rest, {
			parcels: parcels.length > 0 ? parcels.map((parcel) => ({ ...newParcel(), ...parcel })) : [newParcel()],
			contents: contents.length > 0 ? contents.map((content) => ({ ...newContent(), ...content })) : [newContent()],
		});
		keptId.value = known.keptId;
		mending.value = known.mending;
		attempted.value = known.mending !== undefined;
	}

	/** What the form holds becomes the row of its batch. */
	async function saveRow(): Promise<boolean> {
		const row = mending.value;
		if (!row || busy.value) return false;
		busy.value = true;
		error.value = '';
		try {
			const { batchId: id, position } = row;
			const { faults: left } = await call('batches.mend', { id, position, composition: draft });
			keptId.value = undefined;
			if (left.length === 0) {
				busy.value = false;
				next();
			} else {
				attempted.value = true;
				error.value = say(
					'The row was kept, and {count, plural, one {# field needs} other {# fields need}} attention still.',
					{ count: left.length },
				);
			}
			return left.length === 0;
		} catch (caught) {
			error.value = (caught as Error).message;
			return false;
		} finally {
			busy.value = false;
		}
	}

	/** What of the recipient before was filled in by itself. */
	let filledIn: Partial<TypedParcel> | undefined;

	/** What the address book knows of a recipient beside the address; undefined: nobody of the book. */
	function knowRecipient(entry: BookEntry | undefined): void {
		draft.labelPrinterId = entry?.labelPrinterId ?? '';
		const [parcel, ...more] = draft.parcels;
		if (!parcel || more.length > 0) return;
		const isAsFilledIn = SIZES.every((size) => parcel[size] === filledIn?.[size]);
		if (filledIn && isAsFilledIn) for (const size of SIZES) parcel[size] = undefined;
		filledIn = undefined;
		// What somebody measured counts; an emptied field holds an empty text.
		const isUnmeasured = SIZES.every((size) => typeof parcel[size] !== 'number');
		if (!entry?.defaultParcel || !isUnmeasured) return;
		filledIn = { ...entry.defaultParcel };
		Object.assign(parcel, filledIn);
	}

	/** Parcels, contents and wishes of what this recipient was sent last. @returns false: there was nothing */
	async function asLastTime(): Promise<boolean> {
		const { companyName, contactPerson, zipcode } = draft.to;
		const name = companyName || contactPerson;
		if (!name || busy.value || result.value) return false;
		try {
			const filter = { text: `${name} ${zipcode}` };
			const found = await call('shipments.list', { filter, limit: MOST_LOOKED_AT });
			const last = found.find(({ recipient, state }) => recipient === name && state === 'booked');
			if (!last) {
				error.value = say('Nothing was sent to {name} from this desk yet.', { name });
				return false;
			}
			const { composition } = await call('shipments.get', { id: last.id });
			// Another parcel was taken up meanwhile, or this one is on its way.
			if (busy.value || result.value || (draft.to.companyName || draft.to.contactPerson) !== name) return false;
			const { parcels, contents, insured, schedulePickup, notifyRecipient, reasonForExport, incoterms } = composition;
			Object.assign(draft, { parcels, contents, insured, schedulePickup, notifyRecipient, reasonForExport, incoterms });
			return true;
		} catch (caught) {
			error.value = (caught as Error).message;
			return false;
		}
	}

	/** The next parcel: the sender stays, the rest is cleared. */
	function next(): void {
		if (busy.value) return;
		Object.assign(draft, {
			to: { ...emptyAddress },
			parcels: [newParcel()],
			contents: [newContent()],
			reference: '',
			insured: false,
			reasonForExport: null,
			incoterms: null,
			labelPrinterId: '',
			begunAt: null,
			dutiesEur: null,
		});
		filledIn = undefined;
		keptId.value = undefined;
		// What was taken into the form had a sender, and wishes, of its own.
		if (isLoaded) {
			if (station.settings?.sender) draft.from = { ...station.settings.sender };
			draft.schedulePickup = false;
			draft.notifyRecipient = true;
		}
		isLoaded = false;
		mending.value = undefined;
		typedLimitEur.value = undefined;
		prices.clear();
		attempted.value = false;
		toldOfCustoms = '';
		toldAt = Number.NEGATIVE_INFINITY;
		// Answers that are still under way belong to the parcel before.
		lastEstimate += 1;
		refusedFaults.value = [];
		error.value = '';
		result.value = undefined;
		estimate.value = undefined;
	}

	return {
		draft,
		prices,
		question,
		dutiesQuestion,
		estimate,
		estimateError,
		landed,
		chosen,
		dutiable,
		requirements,
		valueEur,
		faults,
		faultOf,
		error,
		busy,
		result,
		askDuties,
		keptId,
		mending,
		offline,
		limitEur,
		typedLimitEur,
		send,
		keep,
		queue,
		load,
		putAside,
		saveRow,
		knowRecipient,
		asLastTime,
		next,
		/** The option after the chosen one, or before it. */
		step(by: number): void {
			const { options, picked } = prices;
			const index = options.value.findIndex(({ productId }) => productId === chosenId.value);
			const next = options.value[index + by];
			if (!next) return;
			chosenId.value = next.productId;
			picked.value = true;
		},
		addContent: () => draft.contents.push(anotherContent(draft.contents)),
	};
});
