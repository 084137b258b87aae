// The shipment being composed: it outlives the view, so that a look at another screen costs nothing typed.
import { defineStore } from 'pinia';
import { computed, reactive, ref, toRaw } from 'vue';
import { type Address, type BookEntry, emptyAddress } from '../../src-contract/address';
import { isDutiable, laneRequirements } from '../../src-contract/customs-territory';
import { AppError, type FieldFault } from '../../src-contract/errors';
import { formatHsCode } from '../../src-contract/goods';
import { landedCost } from '../../src-contract/landed-cost';
import { parcelSchema } from '../../src-contract/parcel';
import type { DutiesResponse, Incoterms, ReasonForExport } from '../../src-contract/partner-api';
import {
	type Composition,
	compositionFaults,
	compositionSchema,
	type KeptComposition,
	type ShipmentDetail,
} from '../../src-contract/shipment';
import type { Quote } from '../../src-contract/station-api';
import { call } from '../station';
import { dutiesItems } from './duties-items';
import { useGoodsStore } from './goods';
import { useStationStore } from './station';
import { anotherContent, newContent, newParcel, type TypedParcel, typedValueEur } from './typed';

const SIZES = ['lengthCm', 'widthCm', 'heightCm', 'weightKg'] as const;
/** Nobody has read a warning sooner than this. */
const LEAST_READING_MS = 700;

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
	});
	const quote = ref<Quote>();
	const quoteError = ref('');
	const quoting = ref(false);
	const estimate = ref<DutiesResponse>();
	/** The value that the estimate was asked for. */
	const estimatedGoodsEur = ref(0);
	const estimateError = ref('');
	const chosenId = ref<number>();
	/** True once a person picked an option; until then the cheapest is the chosen one. */
	const picked = ref(false);
	/** The question that the shown prices answer. */
	const quotedFor = ref('');
	const attempted = ref(false);
	const refusedFaults = ref<FieldFault[]>([]);
	const error = ref('');
	const busy = ref(false);
	const result = ref<ShipmentDetail>();
	/** The shipment that is kept at the desk, and that the form goes on with. */
	const keptId = ref<number>();
	/** The row of a batch that is being mended; nothing is sent of it from here. */
	const mending = ref<{ batchId: number; position: number; row: string }>();
	/** The service cannot be reached: what is composed can be queued. */
	const offline = ref(false);
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
	const chosen = computed(() => quote.value?.options.find(({ productId }) => productId === chosenId.value));
	const faults = computed(() => [...refusedFaults.value, ...(attempted.value ? compositionFaults(draft) : [])]);

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
		const parcels = draft.parcels.map((parcel) => parcelSchema.safeParse(parcel));
		const ready = (['from', 'to'] as const).every(
			(side) => /^[A-Z]{2}$/i.test(draft[side].countryCode) && (draft[side].zipcode || draft[side].city),
		);
		if (!ready || parcels.some(({ success }) => !success) || (draft.insured && valueEur.value === 0)) return undefined;
		return {
			...places(),
			parcels: parcels.flatMap(({ data }) => (data ? [data] : [])),
			insured: draft.insured,
			totalValueEur: valueEur.value,
		};
	});

	let lastQuestion = 0;
	async function askRates(): Promise<void> {
		lastQuestion += 1;
		const mine = lastQuestion;
		if (!question.value) {
			quote.value = undefined;
			chosenId.value = undefined;
			quoting.value = false;
			return;
		}
		quoting.value = true;
		quoteError.value = '';
		const asked = JSON.stringify(question.value);
		try {
			const answer = await call('rates.quote', question.value);
			if (mine !== lastQuestion) return;
			quote.value = answer;
			offline.value = answer.unreachable !== '';
			quotedFor.value = asked;
			const stays = picked.value && answer.options.some(({ productId }) => productId === chosenId.value);
			if (!stays) {
				chosenId.value = answer.options[0]?.productId;
				picked.value = false;
			}
		} catch (caught) {
			if (mine !== lastQuestion) return;
			quote.value = undefined;
			chosenId.value = undefined;
			quoteError.value = (caught as Error).message;
			offline.value = isLineFault(caught);
		} finally {
			if (mine === lastQuestion) quoting.value = false;
		}
	}

	/** The question to the duties, or undefined where none are due or an item lacks something. */
	const dutiesQuestion = computed(() => {
		const items = dutiable.value ? dutiesItems(draft.contents) : undefined;
		const { from, to } = places();
		return items && { from, to, items };
	});

	let lastEstimate = 0;
	async function askDuties(): Promise<void> {
		lastEstimate += 1;
		const mine = lastEstimate;
		const asked = dutiesQuestion.value;
		const goodsEur = valueEur.value;
		estimateError.value = '';
		if (!asked) {
			estimate.value = undefined;
			return;
		}
		try {
			const answer = await call('duties.estimate', asked);
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
				if (held === null) return [`"${description}": ${hsCode} is not an HS code.`];
				if (held === undefined) return [`"${description}": ${hsCode} could not be looked up.`];
				return goods.isForOtherGoods(item)
					? [`"${description}": ${hsCode} (${held}) was chosen for "${item.codeFor?.description}".`]
					: [];
			}
			const suggestion = goods.suggestionFor(description);
			const best = suggestion?.candidates[0];
			if (!best) return [`"${description}" has no HS code.`];
			const doubt = suggestion.confidence === 'low' ? ', which is uncertain' : '';
			return [`"${description}" has no HS code; suggested is ${formatHsCode(best.code)}${doubt}.`];
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
		error.value = `${warnings} Customs may hold the parcel. Nothing was sent: choose a code, or press again to go on without.`;
		return false;
	}

	const isLineFault = (caught: unknown) =>
		caught instanceof AppError && ['partner.unreachable', 'service.starting'].includes(caught.code);

	/** Nobody buys at a price that was not shown: a form newer than its prices is priced again first. */
	async function confirmPrice(): Promise<boolean> {
		const shown = chosen.value;
		const isOld = Boolean(quote.value?.unreachable);
		if (quoting.value || isOld || quotedFor.value !== JSON.stringify(question.value)) await askRates();
		const now = chosen.value;
		if (quote.value?.unreachable) {
			error.value = `${quote.value.unreachable} The prices are of before. Wait for the line, or queue the shipment.`;
			return false;
		}
		if (shown && now?.productId === shown.productId && now.price === shown.price) return true;
		toldAt = performance.now();
		error.value = now
			? `The price is ${now.price.toFixed(2)} EUR with ${now.carrier} ${now.product}. Nothing was sent: press again to book at this price.`
			: quoteError.value || 'There is no price for this shipment yet. Nothing was sent.';
		return false;
	}

	/** What the form holds, whole; undefined, with what is at fault, when it is not. */
	function composed(): Composition | undefined {
		attempted.value = true;
		refusedFaults.value = [];
		error.value = '';
		const checked = compositionSchema.safeParse(draft);
		if (checked.success && faults.value.length === 0) return checked.data;
		const count = faults.value.length;
		// What is wrong with all of them stands at no field.
		const ofAll = faults.value.find(({ path }) => path === 'contents' || path === 'parcels');
		const why = ofAll ? ` (${ofAll.message})` : '';
		error.value = `${count} ${count === 1 ? 'field needs' : 'fields need'} attention${why}. Nothing was sent.`;
		return undefined;
	}

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
		if (isTooSoon() || mending.value) return false;
		const composition = composed();
		if (!composition) return false;
		return attempt(async () => {
			// The form stands still while it is sent: nothing else is taken into it.
			if (book && !((await confirmCustoms()) && (await confirmPrice()))) return undefined;
			const { shipment } = await call('shipments.create', {
				composition,
				productId: chosenId.value,
				book,
				id: keptId.value,
			});
			return shipment;
		});
	}

	/** Something was typed for this parcel. */
	const isBegun = (): boolean =>
		Boolean(draft.to.contactPerson || draft.to.companyName || draft.to.addressLine1 || draft.reference) ||
		draft.contents.some(({ description }) => description) ||
		draft.parcels.some((parcel) => SIZES.some((size) => typeof parcel[size] === 'number'));

	/** What is in the form is kept before something else takes its place: as the row that it is, or at the desk. */
	async function putAside(): Promise<boolean> {
		if (busy.value) {
			error.value = 'This parcel is being sent: wait for its answer.';
			return false;
		}
		if (result.value || !(mending.value || isBegun())) return true;
		if (!mending.value) {
			if (!(await keep())) return false;
			next();
			return true;
		}
		const { batchId: id, position } = mending.value;
		return attempt(async () => {
			await call('batches.mend', { id, position, composition: draft });
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
		if (isTooSoon() || mending.value) return false;
		const composition = composed();
		if (!composition) return false;
		const most = limitEur.value;
		if (!most || most <= 0) {
			error.value = 'Say what it may cost at most. Nothing was queued.';
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
			if (left.length === 0) {
				busy.value = false;
				next();
			} else {
				attempted.value = true;
				error.value = `The row was kept, and ${left.length} ${left.length === 1 ? 'field needs' : 'fields need'} attention still.`;
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
		picked.value = false;
		attempted.value = false;
		toldOfCustoms = '';
		toldAt = Number.NEGATIVE_INFINITY;
		// Answers that are still under way belong to the parcel before.
		lastQuestion += 1;
		lastEstimate += 1;
		quoting.value = false;
		refusedFaults.value = [];
		error.value = '';
		result.value = undefined;
		quote.value = undefined;
		chosenId.value = undefined;
		estimate.value = undefined;
	}

	return {
		draft,
		quote,
		quoteError,
		quoting,
		question,
		dutiesQuestion,
		estimate,
		estimateError,
		landed: computed(() => estimate.value && landedCost(estimate.value, estimatedGoodsEur.value, chosen.value?.price)),
		chosenId,
		picked,
		chosen,
		dutiable,
		requirements,
		valueEur,
		faults,
		faultOf,
		error,
		busy,
		result,
		askRates,
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
		next,
		addParcel: () => draft.parcels.push(newParcel()),
		addContent: () => draft.contents.push(anotherContent(draft.contents)),
	};
});
