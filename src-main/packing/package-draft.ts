// The shipment draft of a packed order: one parcel per package, with the goods that are packed. Pure.
import type { ParcelSize } from '../../src-contract/model/parcel';
import type { OrderLine } from '../../src-contract/model/saved-order';
import type { EnteredDraft } from '../../src-contract/model/shipment-draft';
import { withPackedQuantities } from '../orders/saved/order-draft-changes';
import { type PackSession, packedQuantities } from './pack-session';
import { roundUpKg } from './package-weight';

/**
 * @param session its packages have their cartons
 * @param box the desk's box for packages without a size
 */
export function draftOfPackages(
	{ draft, lines }: { draft: EnteredDraft; lines: OrderLine[] },
	session: PackSession,
	box: Partial<ParcelSize> | undefined,
): EnteredDraft {
	const packed = withPackedQuantities({ draft, lines }, packedQuantities(session, lines.length)).draft;
	const [parcel] = draft.parcels;
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
	const shareKg = orderedKg === undefined ? undefined : roundUpKg(orderedKg / Math.max(1, packages.length));
	return {
		...packed,
		parcels: packages.map(({ carton, chosenCarton, weightKg: weighedKg }, index) => {
			const itemsKg = weights[index];
			// Order of precedence: the box that the packer chose, the size in the order, the box of the package, the box of the desk.
			const measured =
				chosenCarton !== '' && carton ? carton : parcel?.lengthCm === undefined ? (carton ?? box) : parcel;
			const weightKg =
				weighedKg !== null
					? roundUpKg(weighedKg)
					: isAsOrdered && parcel?.weightKg !== undefined
						? parcel.weightKg
						: itemsKg === undefined
							? shareKg
							: roundUpKg(itemsKg + (carton?.emptyKg ?? 0));
			return {
				count: 1,
				lengthCm: measured?.lengthCm,
				widthCm: measured?.widthCm,
				heightCm: measured?.heightCm,
				weightKg,
			};
		}),
	};
}
