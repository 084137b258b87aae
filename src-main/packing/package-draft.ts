// The shipment draft of a packed order: one parcel per package, with the goods that are packed. Pure.
import type { ParcelSize } from '../../src-contract/model/parcel';
import type { OrderLine } from '../../src-contract/model/saved-order';
import type { EnteredDraft } from '../../src-contract/model/shipment-draft';
import { withPackedQuantities } from '../orders/saved/order-draft-changes';
import { type PackSession, packedQuantities } from './pack-session';

const roundUp = (kilograms: number): number => Math.max(0.1, Math.ceil(Number((kilograms * 10).toFixed(4))) / 10);

/**
 * @param box the desk's box for orders without a parcel size
 */
export function draftOfPackages(
	{ draft, lines }: { draft: EnteredDraft; lines: OrderLine[] },
	session: PackSession,
	box: ParcelSize | undefined,
): EnteredDraft {
	const packed = withPackedQuantities({ draft, lines }, packedQuantities(session, lines.length)).draft;
	const [parcel] = draft.parcels;
	const measured = {
		count: 1,
		lengthCm: parcel?.lengthCm ?? box?.lengthCm,
		widthCm: parcel?.widthCm ?? box?.widthCm,
		heightCm: parcel?.heightCm ?? box?.heightCm,
	};
	const packages = session.packages.filter(({ pieces }) => pieces.length > 0);
	// A parcel that the order describes is weighed with its box: one package keeps its weight.
	const isAsOrdered = packages.length === 1 && draft.parcels.length === 1 && (parcel?.count ?? 1) === 1;
	const weights = packages.map(({ pieces }) =>
		pieces.reduce<number | undefined>((sum, { lineIndex, quantity }) => {
			const weight = session.lines[lineIndex]?.weightKg;
			return sum === undefined || weight == null ? undefined : sum + weight * quantity;
		}, 0),
	);
	const orderedKg = draft.parcels.every(({ weightKg }) => weightKg !== undefined)
		? draft.parcels.reduce((sum, { count = 1, weightKg = 0 }) => sum + count * weightKg, 0)
		: box?.weightKg;
	const shareKg = orderedKg === undefined ? undefined : roundUp(orderedKg / Math.max(1, packages.length));
	return {
		...packed,
		parcels: packages.map((_package, index) => {
			const itemsKg = weights[index];
			const weightKg =
				isAsOrdered && parcel?.weightKg !== undefined
					? parcel.weightKg
					: itemsKg === undefined
						? shareKg
						: roundUp(itemsKg);
			return { ...measured, weightKg };
		}),
	};
}
