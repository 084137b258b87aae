// The cartons of the orders that are packed: plans an order in a thread when it is opened, and gives each closed package its carton. A
// plan that is not ready in time is replaced by a quick one for the packages as they are.

import { t } from '../../../src-contract/i18n';
import { createBoundedMap } from '../../../src-contract/lib/bounded-map';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { CartonAdvice, PackageCarton } from '../../../src-contract/model/carton';
import type { PackPackage } from '../../../src-contract/model/packing';
import type { Parcel } from '../../../src-contract/model/parcel';
import type { ParcelPreset } from '../../../src-contract/model/settings';
import { isolateBidi } from '../../../src-contract/rules/bidi';
import type { StoredOrder } from '../../orders/saved/order-store';
import type { PackSession, SessionLine } from '../pack-session';
import { layersOf, type Piece } from './arrangement';
import { chooseFits } from './carton-choice';
import { type Carton, type CartonPlan, emptyShareOf, type Fit, MAX_PLANNED_PIECES, planPackages } from './carton-plan';

/** Plans that are remembered. An order is packed soon after it is opened. */
const MAX_PLANS = 50;
/** Limits of a plan in the main thread, which a scan waits for. */
const QUICK_ATTEMPTS = 12;
const MAX_QUICK_PIECES = 30;
/** Items without a size that a message names. */
const MAX_NAMES = 3;

type PlannedPiece = Piece & { shipsAlone: boolean };
/** The pieces of an order that have to be packed, each with its line. */
interface OrderPieces {
	pieces: PlannedPiece[];
	lineIndexes: number[];
}

export interface CartonsDependencies {
	/** The boxes of the desk; those with carton details are suggested. */
	boxes: () => readonly ParcelPreset[];
	/** Plans packages in a thread. */
	plan: (pieces: PlannedPiece[], cartons: Carton[]) => Promise<CartonPlan>;
	/** Price of an order in these parcels by the desk's rule, in euros; undefined if it is not known. */
	priceOf: (order: StoredOrder, parcels: readonly Parcel[]) => Promise<number | undefined>;
	/** The advice for an order is ready. */
	onAdvised: (orderId: number) => void;
	onError: (error: unknown) => void;
}

const toMm = (cm: number): number => Math.round(cm * 10);
/** The cartons of the desk that are suggested. */
const cartonsOf = (boxes: readonly ParcelPreset[]): Carton[] =>
	boxes.flatMap(({ name, lengthCm, widthCm, heightCm, carton }) =>
		carton?.isInStock
			? [
					{
						name,
						// A carton must not be taken for larger than it is, nor an item for smaller.
						innerMm: [carton.innerLengthCm, carton.innerWidthCm, carton.innerHeightCm].map((cm) =>
							Math.floor(cm * 10),
						) as unknown as Carton['innerMm'],
						outerCm: [lengthCm, widthCm, heightCm] as const,
						emptyKg: carton.emptyKg,
						maxKg: carton.maxKg,
						costEur: carton.costEur,
						isFlexible: carton.isFlexible,
					},
				]
			: [],
	);

/** @param quantities pieces of each line @returns undefined if the size of an item is not known */
function piecesOf(lines: readonly SessionLine[], quantities: readonly number[]): OrderPieces | undefined {
	const found: OrderPieces = { pieces: [], lineIndexes: [] };
	for (const [index, { sizeCm, flags, weightKg, isGoods }] of lines.entries()) {
		const quantity = isGoods ? (quantities[index] ?? 0) : 0;
		if (quantity === 0) continue;
		if (sizeCm === null) return undefined;
		const [length, width, height] = sizeCm;
		for (let count = 0; count < quantity; count += 1) {
			found.lineIndexes.push(index);
			found.pieces.push({
				sidesMm: [Math.ceil(length * 10), Math.ceil(width * 10), Math.ceil(height * 10)],
				isUpright: flags.includes('isUpright'),
				isFragile: flags.includes('isFragile'),
				shipsAlone: flags.includes('shipsAlone'),
				weightKg: weightKg ?? undefined,
			});
		}
	}
	return found;
}
const quantitiesIn = ({ pieces }: Pick<PackPackage, 'pieces'>, lineCount: number): number[] => {
	const quantities = Array.from({ length: lineCount }, () => 0);
	for (const { lineIndex, quantity } of pieces) quantities[lineIndex] = (quantities[lineIndex] ?? 0) + quantity;
	return quantities;
};
const nameOf = ({ name, sku }: SessionLine): string => isolateBidi(name || sku);

/** What the screen shows of a plan. */
function adviceOf(
	{ pieces, lineIndexes }: OrderPieces,
	{ packages, unplaced }: CartonPlan,
	fits: readonly Fit[],
	reason: string,
	lines: readonly SessionLine[],
): CartonAdvice {
	const lineAt = (index: number) => lines[lineIndexes[index] ?? -1];
	const [unplacedPiece] = unplaced;
	const unplacedLine = unplacedPiece === undefined ? undefined : lineAt(unplacedPiece);
	return {
		reason: unplacedLine ? t('No box of the desk holds {item}.', { item: nameOf(unplacedLine) }) : reason,
		packages: packages.flatMap(({ pieceIndexes }, index) => {
			const fit = fits[index];
			if (!fit) return [];
			const layers = layersOf(fit.places);
			const items = fit.places.map(({ pieceIndex, cornerMm, sidesMm }) => {
				const planned = pieceIndexes[pieceIndex] ?? 0;
				const [lengthCm, widthCm, heightCm] = sidesMm.map((side) => side / 10) as [number, number, number];
				const line = lineAt(planned);
				return {
					lineIndex: lineIndexes[planned] ?? 0,
					name: line?.name || (line?.sku ?? ''),
					xCm: cornerMm[0] / 10,
					yCm: cornerMm[1] / 10,
					lengthCm,
					widthCm,
					heightCm,
				};
			});
			const heights = Array.from({ length: Math.max(0, ...layers) }, (_value, layer) => layer + 1);
			return {
				carton: fit.carton.name,
				innerLengthCm: fit.innerMm[0] / 10,
				innerWidthCm: fit.innerMm[1] / 10,
				emptyShare: emptyShareOf(
					pieceIndexes.flatMap((piece) => pieces[piece] ?? []),
					fit,
				),
				layers: heights.map((layer) => items.filter((_item, item) => layers[item] === layer)),
			};
		}),
	};
}

/** @param emptyShare null: not known */
const packageCarton = (
	{ name, emptyKg, costEur }: Pick<Carton, 'name' | 'emptyKg' | 'costEur'>,
	[lengthCm, widthCm, heightCm]: readonly [number, number, number],
	emptyShare: number | null,
): PackageCarton => ({ name, lengthCm, widthCm, heightCm, emptyKg, costEur, emptyShare });

interface KnownPlan {
	/** Revision of the order, and the boxes, that the plan is for. */
	revision: number;
	boxes: readonly ParcelPreset[];
	advice: CartonAdvice | null;
	/** Cartons of the packages, with the pieces of each line in them. */
	packages: { quantities: number[]; carton: PackageCarton }[];
}

export function createCartons({ boxes, plan, priceOf, onAdvised, onError }: CartonsDependencies) {
	const known = createBoundedMap<number, KnownPlan>(MAX_PLANS);
	/** An order with a parcel size of its own needs no suggestion. */
	const isSuggested = ({ draft }: StoredOrder): boolean =>
		draft.parcels[0]?.lengthCm === undefined && cartonsOf(boxes()).length > 0;
	const planFor = ({ id, revision }: StoredOrder): KnownPlan | undefined => {
		const found = known.get(id);
		return found?.revision === revision && found.boxes === boxes() ? found : undefined;
	};

	async function adviseOn(order: StoredOrder, lines: readonly SessionLine[], started: KnownPlan): Promise<void> {
		const wanted = lines.map((line) => line.wanted);
		const goods = lines.filter(({ isGoods }) => isGoods);
		const count = goods.reduce((sum, line) => sum + line.wanted, 0);
		const withoutSize = [...new Set(goods.filter(({ sizeCm }) => sizeCm === null).map(nameOf))];
		const refuse = (reason: string): void => {
			started.advice = { packages: [], reason };
		};
		const orderPieces = count > MAX_PLANNED_PIECES ? undefined : piecesOf(lines, wanted);
		if (withoutSize.length > 0)
			refuse(
				t('No box is suggested: {items} {count, plural, one {has} other {have}} no size in Items.', {
					items: withoutSize.slice(0, MAX_NAMES).join(', ') + (withoutSize.length > MAX_NAMES ? ' …' : ''),
					count: withoutSize.length,
				}),
			);
		else if (!orderPieces)
			refuse(t('No box is suggested: the order has more than {count} pieces.', { count: MAX_PLANNED_PIECES }));
		else {
			const found = await plan(orderPieces.pieces, cartonsOf(started.boxes));
			const weights = orderPieces.pieces.map(({ weightKg }) => weightKg);
			const { fits, reason } = await chooseFits(found, weights, (parcels) => priceOf(order, parcels));
			started.advice = adviceOf(orderPieces, found, fits, reason, lines);
			started.packages = found.packages.flatMap(({ pieceIndexes }, index) => {
				const fit = fits[index];
				if (!fit) return [];
				const quantities = lines.map(() => 0);
				for (const piece of pieceIndexes) {
					const line = orderPieces.lineIndexes[piece] ?? 0;
					quantities[line] = (quantities[line] ?? 0) + 1;
				}
				const emptyShare = started.advice?.packages[index]?.emptyShare ?? null;
				return [{ quantities, carton: packageCarton(fit.carton, fit.outerCm, emptyShare) }];
			});
		}
		if (planFor(order) === started) onAdvised(order.id);
	}

	/** The carton that the packer chose; undefined if the desk no longer has it. */
	function chosenCarton(name: string, goods: OrderPieces | undefined): PackageCarton | undefined {
		const box = boxes().find((preset) => preset.name === name);
		if (!box) return undefined;
		const { lengthCm, widthCm, heightCm, carton } = box;
		const inner = carton && [carton.innerLengthCm, carton.innerWidthCm, carton.innerHeightCm].map(toMm);
		const [length, width, height] = inner ?? [];
		const emptyShare =
			goods && length && width && height && !carton?.isFlexible
				? Math.max(0, emptyShareOf(goods.pieces, { innerMm: [length, width, height] }))
				: null;
		return packageCarton(
			{ name, emptyKg: carton?.emptyKg ?? 0, costEur: carton?.costEur ?? 0 },
			[lengthCm, widthCm, heightCm],
			emptyShare,
		);
	}
	function cartonOf(order: StoredOrder, session: PackSession, pack: PackPackage): PackageCarton | null {
		const quantities = quantitiesIn(pack, session.lines.length);
		const count = quantities.reduce((sum, quantity) => sum + quantity, 0);
		const goods = count <= MAX_PLANNED_PIECES ? piecesOf(session.lines, quantities) : undefined;
		if (pack.chosenCarton !== '') return chosenCarton(pack.chosenCarton, goods) ?? null;
		if (!isSuggested(order)) return null;
		const planned = planFor(order)?.packages.find((other) => other.quantities.join() === quantities.join());
		if (planned) return planned.carton;
		if (!goods || goods.pieces.length > MAX_QUICK_PIECES) return null;
		const alone = goods.pieces.map((piece) => ({ ...piece, shipsAlone: false }));
		const quick = planPackages(alone, cartonsOf(boxes()), QUICK_ATTEMPTS);
		const fit = quick.packages.length === 1 && quick.unplaced.length === 0 ? quick.packages[0]?.fits[0] : undefined;
		return fit ? packageCarton(fit.carton, fit.outerCm, emptyShareOf(goods.pieces, fit)) : null;
	}

	const withCartons = (
		session: PackSession,
		cartonFor: (pack: PackPackage, index: number) => PackageCarton | null,
	): PackSession => ({
		...session,
		packages: session.packages.map((pack, index) => ({
			...pack,
			carton: pack.carton ?? (pack.pieces.length === 0 ? null : cartonFor(pack, index)),
		})),
	});
	/** A carton for a package that is not packed as it was planned, or whose plan is being made. */
	function expectedCarton(order: StoredOrder, index: number): PackageCarton | null {
		const plan = planFor(order);
		const planned = plan?.packages[index] ?? plan?.packages.at(-1);
		if (planned) return planned.carton;
		const [smallest] = plan && !plan.advice ? cartonsOf(plan.boxes) : [];
		return smallest ? packageCarton(smallest, smallest.outerCm, null) : null;
	}

	return {
		/** Starts the plan of an opened order, unless it is known. */
		request(order: StoredOrder, { lines, orderRevision }: PackSession): void {
			// The lines of a changed order are known when the packer has accepted the change.
			if (order.revision !== orderRevision || !isSuggested(order) || planFor(order)) return;
			const started: KnownPlan = { revision: order.revision, boxes: boxes(), advice: null, packages: [] };
			known.set(order.id, started);
			adviseOn(order, lines, started).catch((error: unknown) => {
				// The packages still get a carton when they are closed.
				onError(new Error(`no carton was suggested: ${errorMessage(error)}`));
			});
		},
		/** Whether the packer is to choose the box of a package for which none is known. */
		isOn: (): boolean => cartonsOf(boxes()).length > 0,
		/** The advice for an order; null while there is none. */
		advice: (order: StoredOrder): CartonAdvice | null => planFor(order)?.advice ?? null,
		/** Gives each package that has none its carton: the one that the packer chose, or else the suggested one. */
		assign: (order: StoredOrder, session: PackSession): PackSession =>
			withCartons(session, (pack) => cartonOf(order, session, pack)),
		/** The same before everything is packed: a package that is planned has a carton, whatever is in it now. */
		assignExpected: (order: StoredOrder, session: PackSession): PackSession =>
			withCartons(
				session,
				(pack, index) =>
					(pack.chosenCarton === '' ? expectedCarton(order, index) : null) ?? cartonOf(order, session, pack),
			),
	};
}
export type Cartons = ReturnType<typeof createCartons>;
