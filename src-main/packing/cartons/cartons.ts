// The cartons of the orders that are packed: plans an order in a thread when it is opened, and gives each package its carton when the
// order is finished. A plan that is not ready by then is replaced by a quick one for the packages as they are.
import { t } from '../../../src-contract/i18n';
import { createBoundedMap } from '../../../src-contract/lib/bounded-map';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { PackageCarton, SuggestedCartons } from '../../../src-contract/model/carton';
import type { PackPackage } from '../../../src-contract/model/packing';
import type { ParcelPreset } from '../../../src-contract/model/settings';
import { isolateBidi } from '../../../src-contract/rules/bidi';
import type { StoredOrder } from '../../orders/saved/order-store';
import type { PackSession, SessionLine } from '../pack-session';
import { layersOf, type Piece } from './arrangement';
import { chooseFits } from './carton-choice';
import {
	type Carton,
	type CartonPlan,
	emptyShareOf,
	type Fit,
	firstFit,
	MAX_PACKAGES,
	MAX_PLANNED_PIECES,
} from './carton-plan';

/** Suggestions that are remembered. An order is packed soon after it is opened. */
const MAX_REMEMBERED = 50;
/** Limit of a plan in the main thread, which a scan waits for. */
const MAX_QUICK_PIECES = 8;
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
	/** Name of the box of orders without a suggestion; empty: none. */
	defaultBox: () => string;
	/** Plans packages in a thread. */
	plan: (pieces: PlannedPiece[], cartons: Carton[]) => Promise<CartonPlan>;
	/**
	 * Price of an order with these packages by the desk's rule, in euros; undefined if it is not known.
	 * @param session its packages have their cartons
	 */
	priceOf: (order: StoredOrder, session: PackSession) => Promise<number | undefined>;
	/** The suggestion for an order is ready. */
	onSuggested: (orderId: number) => void;
	onError: (error: unknown) => void;
}

const innerMmOf = ({ innerLengthCm, innerWidthCm, innerHeightCm }: NonNullable<ParcelPreset['carton']>) =>
	// Rounded down, as the sizes of items are rounded up.
	[innerLengthCm, innerWidthCm, innerHeightCm].map((cm) => Math.floor(cm * 10)) as unknown as Carton['innerMm'];
function toCarton({ name, lengthCm, widthCm, heightCm, carton }: ParcelPreset): Carton | undefined {
	if (!carton) return undefined;
	const { emptyKg, maxKg, costEur, isFlexible } = carton;
	const outerCm = [lengthCm, widthCm, heightCm] as const;
	return { name, innerMm: innerMmOf(carton), outerCm, emptyKg, maxKg, costEur, isFlexible };
}
/** The cartons of the desk that are suggested, the smallest first. */
const cartonsOf = (boxes: readonly ParcelPreset[]): Carton[] =>
	boxes
		.flatMap((box) => (box.carton?.isInStock ? (toCarton(box) ?? []) : []))
		.sort((left, right) => volumeCm3(left.outerCm) - volumeCm3(right.outerCm));
const volumeCm3 = ([length, width, height]: readonly [number, number, number]): number => length * width * height;

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

/** @param emptyShare null: not known */
const packageCarton = (
	{ name, emptyKg, costEur }: Pick<PackageCarton, 'name' | 'emptyKg' | 'costEur'>,
	[lengthCm, widthCm, heightCm]: readonly [number, number, number],
	emptyShare: number | null,
): PackageCarton => ({ name, lengthCm, widthCm, heightCm, emptyKg, costEur, emptyShare });

/** The packages of a plan as a session has them. */
function plannedPackages(
	{ pieces, lineIndexes }: OrderPieces,
	{ packages }: CartonPlan,
	fits: readonly Fit[],
): PackPackage[] {
	return packages.flatMap(({ pieceIndexes }, index) => {
		const fit = fits[index];
		if (!fit) return [];
		const inPackage = pieceIndexes.map((piece) => lineIndexes[piece] ?? 0);
		const placed = pieceIndexes.flatMap((piece) => pieces[piece] ?? []);
		return {
			number: index + 1,
			isClosed: true,
			pieces: [...new Set(inPackage)].map((lineIndex) => ({
				lineIndex,
				quantity: inPackage.filter((other) => other === lineIndex).length,
				serial: '',
				lot: '',
				expiresOn: '',
			})),
			chosenCarton: '',
			carton: packageCarton(fit.carton, fit.outerCm, emptyShareOf(placed, fit)),
			weightKg: null,
			weightReason: '',
		};
	});
}

/** The layers of a carton from the bottom, for its picture. */
function layersIn(
	{ places }: Fit,
	pieceIndexes: readonly number[],
	lineIndexes: readonly number[],
	lines: readonly SessionLine[],
): SuggestedCartons['packages'][number]['layers'] {
	const numbers = layersOf(places);
	const items = places.map(({ pieceIndex, cornerMm, sidesMm }) => {
		const lineIndex = lineIndexes[pieceIndexes[pieceIndex] ?? -1] ?? 0;
		const line = lines[lineIndex];
		return {
			lineIndex,
			name: line?.name || (line?.sku ?? ''),
			xCm: cornerMm[0] / 10,
			yCm: cornerMm[1] / 10,
			lengthCm: sidesMm[0] / 10,
			widthCm: sidesMm[1] / 10,
			heightCm: sidesMm[2] / 10,
		};
	});
	return Array.from({ length: Math.max(0, ...numbers) }, (_value, below) =>
		items.filter((_item, index) => numbers[index] === below + 1),
	);
}

/** What is suggested for an order. */
interface Suggestion {
	/** Orders and boxes with the same key have the same suggestion. */
	key: string;
	/** Null while the plan is being made. */
	shown: SuggestedCartons | null;
	packages: PackPackage[];
}
const contentKey = (quantities: readonly number[]): string => quantities.join();

export function createCartons(dependencies: CartonsDependencies) {
	const { boxes, defaultBox, plan, priceOf, onSuggested, onError } = dependencies;
	const suggestions = createBoundedMap<number, Suggestion>(MAX_REMEMBERED);
	/** JSON of the boxes, which are the same object until the settings are saved. */
	let boxesKey: { of: readonly ParcelPreset[]; json: string } | undefined;
	function currentBoxesKey(): string {
		if (boxesKey?.of !== boxes()) boxesKey = { of: boxes(), json: JSON.stringify(boxes()) };
		return boxesKey.json;
	}
	const isOn = (): boolean => boxes().some(({ carton }) => carton?.isInStock);
	/** An order with a parcel size of its own needs no suggestion. */
	const hasOwnSize = ({ draft }: StoredOrder): boolean => draft.parcels[0]?.lengthCm !== undefined;
	const keyOf = ({ lines, orderRevision }: PackSession): string =>
		JSON.stringify([
			orderRevision,
			lines.map(({ isGoods, wanted, sizeCm, weightKg, flags }) => isGoods && [wanted, sizeCm, weightKg, flags]),
			currentBoxesKey(),
		]);
	function suggestionFor(order: StoredOrder, session: PackSession): Suggestion | undefined {
		if (!isOn() || hasOwnSize(order) || order.revision !== session.orderRevision) return undefined;
		const found = suggestions.get(order.id);
		return found?.key === keyOf(session) ? found : undefined;
	}

	/** Why there is no suggestion; undefined if there can be one. */
	function obstacle(lines: readonly SessionLine[]): string | undefined {
		const goods = lines.filter(({ isGoods }) => isGoods);
		const withoutSize = [...new Set(goods.filter(({ sizeCm }) => sizeCm === null).map(nameOf))];
		if (withoutSize.length > 0)
			return t('No box is suggested: {items} {count, plural, one {has} other {have}} no size in Items.', {
				items: withoutSize.slice(0, MAX_NAMES).join(', ') + (withoutSize.length > MAX_NAMES ? ' …' : ''),
				count: withoutSize.length,
			});
		const count = goods.reduce((sum, line) => sum + line.wanted, 0);
		return count > MAX_PLANNED_PIECES
			? t('No box is suggested: the order has more than {count} pieces.', { count: MAX_PLANNED_PIECES })
			: undefined;
	}

	async function suggest(order: StoredOrder, session: PackSession): Promise<Pick<Suggestion, 'shown' | 'packages'>> {
		const { lines } = session;
		const reason = obstacle(lines);
		const wanted = lines.map((line) => line.wanted);
		const orderPieces = reason === undefined ? piecesOf(lines, wanted) : undefined;
		if (!orderPieces) return { shown: { packages: [], reason: reason ?? '' }, packages: [] };
		const found = await plan(orderPieces.pieces, cartonsOf(boxes()));
		const choice = await chooseFits(found, (fits) =>
			priceOf(order, { ...session, packages: plannedPackages(orderPieces, found, fits) }),
		);
		const packages = plannedPackages(orderPieces, found, choice.fits);
		return {
			packages,
			shown: {
				reason: unplacedText(found, orderPieces, lines) ?? choice.reason,
				packages: packages.flatMap(({ carton }, index) => {
					const fit = choice.fits[index];
					const pieceIndexes = found.packages[index]?.pieceIndexes ?? [];
					return carton && fit
						? {
								carton: carton.name,
								innerLengthCm: fit.innerMm[0] / 10,
								innerWidthCm: fit.innerMm[1] / 10,
								emptyShare: carton.emptyShare ?? 0,
								layers: layersIn(fit, pieceIndexes, orderPieces.lineIndexes, lines),
							}
						: [];
				}),
			},
		};
	}
	function unplacedText(
		{ unplaced, isTooLarge }: CartonPlan,
		{ lineIndexes }: OrderPieces,
		lines: readonly SessionLine[],
	): string | undefined {
		const line = unplaced[0] === undefined ? undefined : lines[lineIndexes[unplaced[0]] ?? -1];
		if (!line) return undefined;
		return isTooLarge
			? t('The order needs more than {count} boxes.', { count: MAX_PACKAGES })
			: t('No box of the desk holds {item}.', { item: nameOf(line) });
	}

	/** A box of the desk as the carton of a package; null if the desk does not have it. */
	function boxNamed(name: string, goods: OrderPieces | undefined): PackageCarton | null {
		const box = boxes().find((preset) => preset.name === name);
		if (!box) return null;
		const { lengthCm, widthCm, heightCm, carton } = box;
		const isMeasured = goods !== undefined && carton !== null && !carton.isFlexible;
		const emptyShare = isMeasured ? Math.max(0, emptyShareOf(goods.pieces, { innerMm: innerMmOf(carton) })) : null;
		const { emptyKg, costEur } = carton ?? { emptyKg: null, costEur: 0 };
		return packageCarton({ name, emptyKg, costEur }, [lengthCm, widthCm, heightCm], emptyShare);
	}
	/** The carton of a package as it is packed; null if none is known to hold it. */
	function cartonOf(order: StoredOrder, session: PackSession, pack: PackPackage): PackageCarton | null {
		const quantities = quantitiesIn(pack, session.lines.length);
		const count = quantities.reduce((sum, quantity) => sum + quantity, 0);
		const goods = count <= MAX_PLANNED_PIECES ? piecesOf(session.lines, quantities) : undefined;
		if (pack.chosenCarton !== '') return boxNamed(pack.chosenCarton, goods);
		if (hasOwnSize(order)) return null;
		if (!isOn() || !goods) return boxNamed(defaultBox(), goods);
		const suggested = suggestionFor(order, session)?.packages ?? [];
		const key = contentKey(quantities);
		const planned = suggested.find((other) => contentKey(quantitiesIn(other, session.lines.length)) === key);
		if (planned) return planned.carton;
		if (goods.pieces.length > MAX_QUICK_PIECES) return null;
		// The packer has most probably used one of the suggested boxes.
		const isSuggested = ({ name }: Carton): boolean => suggested.some(({ carton }) => carton?.name === name);
		const cartons = cartonsOf(boxes());
		const fit = firstFit(goods.pieces, [
			...cartons.filter(isSuggested),
			...cartons.filter((carton) => !isSuggested(carton)),
		]);
		return fit ? packageCarton(fit.carton, fit.outerCm, emptyShareOf(goods.pieces, fit)) : null;
	}

	return {
		/** Starts the plan of an opened order, unless it is known. */
		request(order: StoredOrder, session: PackSession): void {
			// The lines of a changed order are known when the packer has accepted the change.
			const isReady = isOn() && !hasOwnSize(order) && order.revision === session.orderRevision;
			if (!isReady || suggestionFor(order, session)) return;
			const started: Suggestion = { key: keyOf(session), shown: null, packages: [] };
			suggestions.set(order.id, started);
			// After the transaction of the caller.
			void Promise.resolve()
				.then(() => suggest(order, session))
				.then((suggestion) => {
					Object.assign(started, suggestion);
					if (suggestions.get(order.id) === started) onSuggested(order.id);
				})
				.catch((error: unknown) => {
					// The order is planned again when it is opened again.
					if (suggestions.get(order.id) === started) suggestions.set(order.id, { ...started, key: '' });
					onError(new Error(`no box was suggested: ${errorMessage(error)}`));
				});
		},
		/** Whether Pack suggests boxes. */
		isOn,
		/** Whether the desk has a box with this name. */
		hasBox: (name: string): boolean => boxes().some((box) => box.name === name),
		/** What is suggested for an order; null while nothing is. */
		suggestion: (order: StoredOrder, session: PackSession): SuggestedCartons | null =>
			suggestionFor(order, session)?.shown ?? null,
		/** Gives each package of an open session its carton: the one that the packer chose, or else the suggested one. */
		assign: (order: StoredOrder, session: PackSession): PackSession => ({
			...session,
			packages: session.packages.map((pack) => ({
				...pack,
				carton: pack.pieces.length === 0 ? null : cartonOf(order, session, pack),
			})),
		}),
		/** Numbers of the packages whose box is not known. @param session its packages have their cartons */
		withoutBox: (order: StoredOrder, { packages }: PackSession): number[] =>
			hasOwnSize(order)
				? []
				: packages.filter(({ pieces, carton }) => pieces.length > 0 && carton === null).map(({ number }) => number),
	};
}
export type Cartons = ReturnType<typeof createCartons>;
