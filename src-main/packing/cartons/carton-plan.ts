// Which cartons hold the pieces of an order: every carton worth a price for one package, or several packages. Pure.
import {
	arrange,
	DEFAULT_ATTEMPTS,
	type Piece,
	type Placement,
	ROUNDING_KG,
	type SidesMm,
	volumeOf,
} from './arrangement';

/** A carton of the desk. */
export interface Carton {
	name: string;
	/** Inner sides. Of a flexible carton: length and width when it is flat, and how thick it may become. */
	innerMm: SidesMm;
	outerCm: readonly [number, number, number];
	emptyKg: number;
	/** Maximum weight of the contents; null: not limited. */
	maxKg: number | null;
	costEur: number;
	isFlexible: boolean;
}

/** A carton with the places of pieces in it. */
export interface Fit {
	carton: Carton;
	/** Inner sides in use: a mailer becomes shorter and narrower as it becomes thicker. */
	innerMm: SidesMm;
	/** Outer size as it is shipped, in whole centimetres. */
	outerCm: readonly [number, number, number];
	places: readonly Placement[];
}

interface PlannedPackage {
	/** Index of each piece in the plan's pieces; the places of a fit refer to the index in this list. */
	pieceIndexes: number[];
	/** Cartons that hold them, the smallest first. A larger one is listed if it may cost less. */
	fits: Fit[];
}
export interface CartonPlan {
	packages: PlannedPackage[];
	/** Pieces that no carton holds, or for which there is no package left. */
	unplaced: number[];
	/** Whether the order needs more than `MAX_PACKAGES`. */
	isTooLarge: boolean;
}

/** Steps in which the thickness of a mailer is tried. */
const THICKNESS_STEP_MM = 5;
/** Orders with more pieces get no plan: arranging them takes too long. */
export const MAX_PLANNED_PIECES = 150;
export const MAX_PACKAGES = 20;

const outerVolume = ({ outerCm }: Pick<Fit, 'outerCm'>): number => volumeOf(outerCm);
const cartonMaxKg = ({ maxKg }: Carton): number => maxKg ?? Number.POSITIVE_INFINITY;

/** The inner sides that a carton can have, the smallest first. */
function shapesOf({ innerMm, isFlexible }: Carton, minVolumeMm3: number): SidesMm[] {
	if (!isFlexible) return [innerMm];
	const [length, width, maxThickness] = innerMm;
	const shapes: SidesMm[] = [];
	for (let step = THICKNESS_STEP_MM; ; step += THICKNESS_STEP_MM) {
		const thickness = Math.min(step, maxThickness);
		// The sides of the filled mailer come out of its flat size.
		const shape: SidesMm = [length - thickness, width - thickness, thickness];
		if (shape.every((side) => side > 0) && volumeOf(shape) >= minVolumeMm3) shapes.push(shape);
		if (step >= maxThickness) return shapes;
	}
}

function fitOf(carton: Carton, innerMm: SidesMm, places: readonly Placement[]): Fit {
	const [length, width, height] = carton.outerCm;
	// A filled mailer is as thick as its contents.
	return { carton, innerMm, outerCm: [length, width, carton.isFlexible ? Math.ceil(innerMm[2] / 10) : height], places };
}

/** Places all pieces in a carton. Undefined if no arrangement is found. */
export function fitInto(pieces: readonly Piece[], carton: Carton, attempts = DEFAULT_ATTEMPTS): Fit | undefined {
	const minVolumeMm3 = pieces.reduce((sum, { sidesMm }) => sum + volumeOf(sidesMm), 0);
	const shapes = shapesOf(carton, minVolumeMm3);
	for (const innerMm of shapes) {
		const found = arrange(pieces, innerMm, {
			maxKg: cartonMaxKg(carton),
			attempts: Math.ceil(attempts / shapes.length),
		});
		if (!found) continue;
		return fitOf(carton, innerMm, found.places);
	}
	return undefined;
}

const sortedSides = (sides: readonly number[]): number[] => [...sides].sort((left, right) => right - left);
/** True if the other carton is at most as large, as heavy and as expensive, so that this one is never cheaper. */
const isDominated = ({ carton, outerCm }: Pick<Fit, 'carton' | 'outerCm'>, by: Fit): boolean =>
	carton.costEur >= by.carton.costEur &&
	carton.emptyKg >= by.carton.emptyKg &&
	sortedSides(outerCm).every((side, index) => side >= (sortedSides(by.outerCm)[index] ?? 0));

/** Attempts of the first search, which ends at the first carton that holds the pieces. */
const QUICK_ATTEMPTS = 40;

/**
 * Every carton that holds all pieces and may cost the least, the smallest first.
 * @param cartons the smallest first
 */
function fitsOf(pieces: readonly Piece[], cartons: readonly Carton[], attempts: number): Fit[] {
	const fits: Fit[] = [];
	const untested: Carton[] = [];
	const isLarger = (carton: Carton): boolean =>
		!carton.isFlexible && fits.some((fit) => isDominated({ carton, outerCm: carton.outerCm }, fit));
	const test = (carton: Carton, count: number): boolean => {
		const fit = fitInto(pieces, carton, count);
		if (fit) fits.push(fit);
		return fit !== undefined;
	};
	for (const carton of cartons)
		if (!isLarger(carton) && mayHold(pieces, carton) && !test(carton, QUICK_ATTEMPTS)) untested.push(carton);
	// A thorough search in the cartons that would be better, the largest first: it most probably holds them.
	const better = untested.filter((carton) => !isLarger(carton));
	for (const carton of better.reverse()) test(carton, Math.ceil(attempts / better.length));
	return fits
		.filter((fit, index) => {
			// Of two alike cartons, the first is kept.
			const isBetter = (other: Fit, at: number): boolean => at < index || !isDominated(other, fit);
			return !fits.some((other, at) => other !== fit && isDominated(fit, other) && isBetter(other, at));
		})
		.sort((left, right) => outerVolume(left) - outerVolume(right));
}
/** Whether volume and weight allow it. */
function mayHold(pieces: readonly Piece[], carton: Carton): boolean {
	const volumeMm3 = pieces.reduce((sum, { sidesMm }) => sum + volumeOf(sidesMm), 0);
	const weightKg = pieces.reduce((sum, piece) => sum + (piece.weightKg ?? 0), 0);
	return volumeMm3 <= volumeOf(carton.innerMm) && weightKg <= cartonMaxKg(carton) + ROUNDING_KG;
}

/** The largest part of the pieces that one carton holds, with its places; the places refer to indexes of `pieces`. */
function largestPart(pieces: readonly Piece[], cartons: readonly Carton[]): Fit | undefined {
	let best: Fit | undefined;
	const volumeOfPlaces = (places: readonly Placement[]): number =>
		places.reduce((sum, { sidesMm }) => sum + volumeOf(sidesMm), 0);
	for (const carton of cartons)
		for (const innerMm of shapesOf(carton, 0)) {
			const found = arrange(pieces, innerMm, { maxKg: cartonMaxKg(carton), attempts: PART_ATTEMPTS, isPartial: true });
			if (found && (!best || volumeOfPlaces(found.places) > volumeOfPlaces(best.places)))
				best = fitOf(carton, innerMm, found.places);
		}
	return best;
}
const PART_ATTEMPTS = 60;

/**
 * Plans the packages of an order.
 * @param shipsAlone whether a piece needs a package of its own
 */
export function planPackages(
	pieces: readonly (Piece & { shipsAlone: boolean })[],
	cartons: readonly Carton[],
	attempts = DEFAULT_ATTEMPTS,
): CartonPlan {
	const ordered = [...cartons].sort((left, right) => outerVolume(left) - outerVolume(right));
	const plan: CartonPlan = { packages: [], unplaced: [], isTooLarge: false };
	const add = (pieceIndexes: number[], fits: Fit[]): void => void plan.packages.push({ pieceIndexes, fits });
	const piecesAt = (indexes: readonly number[]): Piece[] => indexes.flatMap((index) => pieces[index] ?? []);

	for (const [index, piece] of pieces.entries()) {
		if (!piece.shipsAlone) continue;
		const fits = fitsOf([piece], ordered, attempts);
		if (fits.length > 0) add([index], fits);
		else plan.unplaced.push(index);
	}
	let left = pieces.flatMap(({ shipsAlone }, index) => (shipsAlone ? [] : [index]));
	while (left.length > 0) {
		const fits = fitsOf(piecesAt(left), ordered, attempts);
		if (fits.length > 0) {
			add(left, fits);
			return plan;
		}
		const largest = largestPart(piecesAt(left), ordered);
		plan.isTooLarge = largest !== undefined && plan.packages.length >= MAX_PACKAGES;
		if (!largest || plan.isTooLarge) {
			plan.unplaced.push(...left);
			return plan;
		}
		const inPart = largest.places.map(({ pieceIndex }) => pieceIndex).sort((one, other) => one - other);
		const places = largest.places.map((place) => ({ ...place, pieceIndex: inPart.indexOf(place.pieceIndex) }));
		const part = inPart.map((index) => left[index] as number);
		const partFits = fitsOf(piecesAt(part), ordered, attempts);
		// The search for all cartons may miss the arrangement that is known.
		add(part, partFits.length > 0 ? partFits : [{ ...largest, places }]);
		left = left.filter((index) => !part.includes(index));
	}
	return plan;
}

/** The first of the cartons that holds all pieces. Few attempts, for a caller that cannot wait. */
export function firstFit(pieces: readonly Piece[], cartons: readonly Carton[]): Fit | undefined {
	for (const carton of cartons) {
		const fit = mayHold(pieces, carton) ? fitInto(pieces, carton, FEW_ATTEMPTS) : undefined;
		if (fit) return fit;
	}
	return undefined;
}
const FEW_ATTEMPTS = 6;

/** Share of a carton's inner space that holds no goods, from 0 to 1. */
export function emptyShareOf(pieces: readonly Piece[], { innerMm }: Pick<Fit, 'innerMm'>): number {
	const goods = pieces.reduce((sum, { sidesMm }) => sum + volumeOf(sidesMm), 0);
	return 1 - goods / volumeOf(innerMm);
}
