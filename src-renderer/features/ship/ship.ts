// The shipment being composed: it outlives the view, so that a look at another screen costs nothing typed.
import { defineStore } from 'pinia';
import { computed, reactive, ref, toRaw, watch } from 'vue';
import { AppError, type FieldFault } from '../../../src-contract/errors';
import { say } from '../../../src-contract/i18n';
import type { ChosenOption, Composition, KeptComposition, ShipmentDetail } from '../../../src-contract/model/shipment';
import type { RateOption } from '../../../src-contract/partner-api';
import { isDutiable, laneRequirements } from '../../../src-contract/rules/customs-territory';
import { call } from '../../lib/bridge';
import { anotherContent, newContent, newDraft, newParcel, SIZES, typedValueEur } from '../../lib/draft-fields';
import { checks, loadChecks } from '../../lib/form-checks-loader';
import { useStationStore } from '../../lib/station-store';
import { useGoodsStore } from '../shared/goods-codes';
import { createPrices, isLineFault } from '../shared/prices';
import { createConfirmations } from './confirmations';
import { createEstimate } from './estimate';
import { createRecipient } from './recipient';

/** The names are cut to what the journal takes. */
const chosenOption = ({ carrier, product, price }: RateOption): ChosenOption => ({
	carrier: carrier.slice(0, MAX_NAME_CHARS),
	product: product.slice(0, MAX_NAME_CHARS),
	priceEur: price,
});
const MAX_NAME_CHARS = 500;

type Checks = Awaited<ReturnType<typeof loadChecks>>;

/** Which saved shipment, or which row of a batch, a composition is; neither: a new one. */
interface KnownAs {
	keptId?: number | undefined;
	mending?: { batchId: number; position: number; row: string } | undefined;
}

export const useShipStore = defineStore('ship', () => {
	const draft = reactive(newDraft());
	const attempted = ref(false);
	const refusedFaults = ref<FieldFault[]>([]);
	const error = ref('');
	const busy = ref(false);
	const result = ref<ShipmentDetail>();
	/** What was sent last was to be booked, not left as a draft. */
	const isBookingRequested = ref(false);
	/** While the answer to a booking is awaited: when it was sent, in milliseconds since 1970. */
	const bookingSentAt = ref<number>();
	/** The shipment that is kept at the desk, and that the form goes on with. */
	const keptId = ref<number>();
	/** The row of a batch that is being mended, or sent by itself. */
	const mending = ref<{ batchId: number; position: number; row: string }>();
	/** What a queued shipment may cost at most; undefined: what the desk allows beyond the price that is shown. */
	const typedLimitEur = ref<number>();
	/** What the form holds had a sender, and wishes, of its own. */
	let isLoaded = false;
	const tell = (message: string) => {
		error.value = message;
	};

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
	const { chosen, offline } = prices;

	const estimate = createEstimate(
		computed(() => {
			const { from, to } = places();
			return dutiable.value ? { from, to, contents: draft.contents } : undefined;
		}),
		() => chosen.value?.price,
	);
	const goods = useGoodsStore();
	const confirmations = createConfirmations(goods, prices, tell);
	const recipient = createRecipient(draft, () => !busy.value && !result.value, tell);
	const confirmCustoms = async (): Promise<boolean> => !dutiable.value || confirmations.customs(draft.contents);

	/** @returns whether the form was changed since, with an error that says so */
	function watchForChanges(text: () => string): () => boolean {
		// The time of the first input is noted by the form itself, shortly after that input.
		const typed = () => JSON.stringify({ ...draft, begunAt: null });
		const before = typed();
		return () => {
			const isChanged = typed() !== before;
			if (isChanged) error.value = text();
			return isChanged;
		};
	}
	const changedWhileChecked = () =>
		say('The form was changed while it was being checked. Nothing was sent: press again.');
	const changedWhileSaved = () => say('The form was changed while it was being saved: save it again.');

	/** The checks, once the codes that the desk remembers for the goods are filled in. */
	async function checksOfForm(): Promise<Checks> {
		const [loaded] = await Promise.all([loadChecks(), dutiable.value ? goods.recalled() : undefined]);
		return loaded;
	}

	/** What the form holds, whole; undefined, with what is at fault, when it is not. */
	function composed({ compositionSchema }: Checks): Composition | undefined {
		attempted.value = true;
		refusedFaults.value = [];
		error.value = '';
		// An estimate that lacks a line, or of an earlier form, is no figure to add up.
		const { answer, landed } = estimate;
		const isFigure = dutiable.value && estimate.isCurrent() && !landed.value?.isAtLeast;
		draft.dutiesEur = isFigure && answer.value ? answer.value.estimate : null;
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

	const isTooSoon = () => busy.value || Boolean(result.value) || confirmations.isUnread();

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
			bookingSentAt.value = undefined;
		}
	}

	/** Books it, or leaves it with the service as a draft. */
	async function send(book: boolean): Promise<boolean> {
		const shown = chosen.value;
		const loaded = await checksOfForm();
		// From here to `busy` nothing is waited for: a second press must find it. A row becomes a shipment here only as a whole: its
		// drafts are the batch's.
		if (isTooSoon() || (mending.value && !book)) return false;
		const composition = composed(loaded);
		if (!composition) return false;
		const { batchId, position } = mending.value ?? {};
		const isChanged = watchForChanges(changedWhileChecked);
		return attempt(async () => {
			if (book && !((await confirmCustoms()) && (await confirmations.price(shown)))) return undefined;
			// What was confirmed is the form as it is now; what would be sent is the form as it was.
			if (isChanged()) return undefined;
			isBookingRequested.value = book;
			if (book) bookingSentAt.value = Date.now();
			const { shipment } = await call('shipments.create', {
				composition,
				productId: shown?.productId,
				book,
				id: keptId.value,
				row: batchId && position ? { batchId, position } : undefined,
				chosen: shown ? chosenOption(shown) : null,
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
		const isChanged = watchForChanges(changedWhileSaved);
		return attempt(async () => {
			await call('batches.mend', { id, position, composition: draft });
			keptId.value = undefined;
			isChanged();
			return undefined;
		}).then(() => error.value === '');
	}

	/** Keeps it at the desk, whatever it lacks yet. */
	async function keep(): Promise<boolean> {
		if (busy.value || result.value || mending.value) return false;
		error.value = '';
		const isChanged = watchForChanges(changedWhileSaved);
		return attempt(async () => {
			const shipment = await call('shipments.compose', { composition: draft, id: keptId.value });
			if (!isChanged()) return shipment;
			// The form goes on with the saved shipment: what was typed meanwhile is saved with the next press.
			keptId.value = shipment.id;
			return undefined;
		});
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
		const loaded = await checksOfForm();
		if (isTooSoon() || mending.value) return false;
		const composition = composed(loaded);
		if (!composition) return false;
		const most = limitEur.value;
		if (!most || most <= 0) {
			error.value = say('Say what it may cost at most. Nothing was queued.');
			return false;
		}
		const option = chosen.value;
		const isChanged = watchForChanges(changedWhileChecked);
		return attempt(async () => {
			if (!(await confirmCustoms()) || isChanged()) return undefined;
			const rule = option
				? { kind: 'product' as const, productId: option.productId, name: `${option.carrier} ${option.product}` }
				: { kind: 'cheapest' as const };
			return call('shipments.queue', { composition, rule, limitEur: most, id: keptId.value });
		});
	}

	/** Whether the form holds this row or this saved shipment already, perhaps with input that is not saved yet. */
	function holds({ keptId: id, mending: row }: KnownAs): boolean {
		if (result.value) return false;
		if (row) return mending.value?.batchId === row.batchId && mending.value.position === row.position;
		return id !== undefined && keptId.value === id;
	}

	/** Takes a shipment into the form. @param known of which row of a batch, or of which kept shipment it is; else it is a new one */
	function load(composition: KeptComposition, known: KnownAs = {}): void {
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
		const isChanged = watchForChanges(changedWhileSaved);
		try {
			const { batchId: id, position } = row;
			const { faults: left } = await call('batches.mend', { id, position, composition: draft });
			keptId.value = undefined;
			if (isChanged()) return false;
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

	/** The next parcel: the sender stays, the rest is cleared. */
	function next(): void {
		if (busy.value) return;
		const { from, notifyRecipient, schedulePickup } = draft;
		Object.assign(draft, { ...newDraft(), from, notifyRecipient, schedulePickup });
		recipient.forget();
		keptId.value = undefined;
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
		confirmations.forget();
		estimate.clear();
		refusedFaults.value = [];
		error.value = '';
		result.value = undefined;
	}

	return {
		draft,
		prices,
		question,
		estimate,
		chosen,
		dutiable,
		requirements,
		valueEur,
		faults,
		faultOf,
		error,
		busy,
		result,
		isBookingRequested,
		bookingSentAt,
		keptId,
		mending,
		offline,
		limitEur,
		typedLimitEur,
		send,
		keep,
		queue,
		load,
		holds,
		putAside,
		saveRow,
		knowRecipient: recipient.know,
		asLastTime: recipient.asLastTime,
		next,
		step: prices.step,
		addContent: () => draft.contents.push(anotherContent(draft.contents)),
	};
});
