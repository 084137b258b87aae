// What the Pack screen shows of a session: the order, its lines, and where its booking stands.
import { t } from '../../src-contract/i18n';
import type { PackPackage, PackPhase, PackView, StagedOrder } from '../../src-contract/model/packing';
import type { ParcelSize } from '../../src-contract/model/parcel';
import type { ShipmentSummary } from '../../src-contract/model/shipment';
import type { EnteredDraft } from '../../src-contract/model/shipment-draft';
import { cityLine } from '../../src-contract/rules/address-regions';
import { draftErrors } from '../../src-contract/rules/draft-requirements';
import { activeShipmentText } from '../orders/active-shipment-text';
import type { OrderStore, StoredOrder } from '../orders/saved/order-store';
import type { Cartons } from './cartons/cartons';
import { firstUnweighed, isComplete, type PackSession, packedCounts, withMissingPieces } from './pack-session';
import type { StoredSession } from './pack-session-store';
import { draftOfPackages } from './package-draft';
import type { PackageWeightCheck } from './weight/package-weight-check';

export interface PackViewsDependencies {
	orders: Pick<OrderStore, 'get'>;
	shipment: (id: number) => ShipmentSummary;
	/** The newest shipment with an order number that is booked or may be. */
	findActiveShipment: (reference: string) => ShipmentSummary | undefined;
	/** Number of a shipment's label pages to scan, and of those that were scanned. */
	scanProgress: (shipmentId: number) => { scanned: number; pages: number };
	/** Why shipments are not sent at present; empty when they are. */
	outboxReason: () => string;
	/** Size of the box of orders without a parcel size. */
	box: () => ParcelSize | undefined;
	cartons: Pick<Cartons, 'isOn' | 'suggestion' | 'assign' | 'withoutBox'>;
	verifiesLabels: () => boolean;
	/** Whether the person at the desk may not see prices. */
	hidesPrices: () => boolean;
	weighs: () => boolean;
	weightCheck: Pick<PackageWeightCheck, 'expected'>;
	/** Whether closed packages wait for the site, and why they are not booked if it cannot be reached; undefined when they do not wait. */
	awaited: (orderId: number) => { reason: string } | undefined;
}

/** States of a shipment that is booked, or may still be: its order must not be booked again. */
const ACTIVE_STATES: readonly ShipmentSummary['state'][] = ['queued', 'held', 'sending', 'unknown', 'draft', 'booked'];
export const isActiveShipment = (shipment: ShipmentSummary | null): boolean =>
	shipment !== null && ACTIVE_STATES.includes(shipment.state);

const addressLines = ({ addressLine1, addressLine2, zipcode, countryCode, ...place }: EnteredDraft['to']): string[] =>
	[addressLine1, addressLine2, `${zipcode} ${cityLine({ countryCode, ...place })}`]
		.map((line) => line.trim())
		.filter(Boolean);

/** Stand for the weight and the size of a package that is weighed, or whose box is chosen, later. For checks only, never booked. */
const PLACEHOLDER_WEIGHT = { weightKg: 1 };
const PLACEHOLDER_SIZE = { lengthCm: 1, widthCm: 1, heightCm: 1 };

const canCountByHand = ({ flags }: { flags: readonly string[] }): boolean =>
	!flags.includes('needsSerial') && !flags.includes('needsLot');

export function createPackViews({
	orders,
	shipment,
	findActiveShipment,
	scanProgress,
	outboxReason,
	box,
	cartons,
	weighs,
	weightCheck,
	verifiesLabels,
	hidesPrices,
	awaited,
}: PackViewsDependencies) {
	/** A message of a shipment, as the person at the desk may see it. */
	const shownMessage = (message: string): string =>
		hidesPrices() && message.includes('EUR') ? t('It needs a decision of a lead.') : message;
	const shipmentOf = ({ shipmentId }: StoredOrder): ShipmentSummary | null =>
		shipmentId === null ? null : shipment(shipmentId);

	/** The shipment draft of closed packages. */
	const draftFor = (order: StoredOrder, session: PackSession): EnteredDraft => draftOfPackages(order, session, box());
	/** The draft of an open session as far as it can be checked: a box that is suggested or chosen later is no problem of the order. */
	const draftToCheck = (order: StoredOrder, session: PackSession): EnteredDraft =>
		draftOfPackages(order, session, {
			...(box() ?? (cartons.isOn() ? PLACEHOLDER_SIZE : {})),
			...(weighs() && PLACEHOLDER_WEIGHT),
		});
	/** What is wrong with a draft, one sentence each. */
	const problemsIn = (draft: EnteredDraft): string[] => [...new Set(draftErrors(draft).map(({ message }) => message))];
	/** Why closed packages cannot be booked. */
	const problemsOf = (order: StoredOrder, session: PackSession): string[] => problemsIn(draftFor(order, session));

	/** Before the labels are stored, each package counts as one. */
	function labelsOf(shipmentId: number, { packages }: PackSession): { scanned: number; pages: number } {
		const { scanned, pages } = scanProgress(shipmentId);
		return { scanned, pages: pages || packages.length };
	}

	/** The warnings of an order that is not booked. It may have been shipped without packing since its import. */
	function warningsOf(order: StoredOrder): string[] {
		const other = order.number === '' ? undefined : findActiveShipment(order.number);
		const isOther = other !== undefined && other.id !== order.shipmentId;
		return [...new Set([...order.warnings, ...(isOther ? [activeShipmentText(order.number, other)] : [])])];
	}

	/** The last result of `expectedProblems`: a long order is not checked again at each scan. */
	let expected: { key: string; problems: string[] } = { key: '', problems: [] };
	/** Why an order cannot be booked when all its goods are packed. What is not packed yet is no problem of the order. */
	function expectedProblems(order: StoredOrder, session: PackSession): string[] {
		const key = `${order.id} ${order.revision} ${session.packages.length} ${cartons.isOn()} ${weighs()} ${JSON.stringify(box())}`;
		if (expected.key !== key) expected = { key, problems: problemsIn(draftToCheck(order, withMissingPieces(session))) };
		return expected.problems;
	}
	function currentProblems(phase: PackPhase, order: StoredOrder, session: PackSession): string[] {
		if (phase === 'label' || phase === 'booking') return [];
		if (phase === 'scanning') return expectedProblems(order, session);
		return phase === 'staged' ? problemsOf(order, session) : problemsIn(draftToCheck(order, session));
	}

	function phaseOf({ orderId, state, session }: StoredSession, booked: ShipmentSummary | null): PackPhase {
		if (state !== 'closed') {
			if (!isComplete(session)) return 'scanning';
			const isToWeigh = weighs() && firstUnweighed(session) !== undefined;
			return isToWeigh && unknownBox(orders.get(orderId), session) === undefined ? 'weighing' : 'confirming';
		}
		if (awaited(orderId)?.reason === '') return 'booking';
		if (booked?.state === 'booked') return 'label';
		const isUnderWay = booked?.state === 'sending' || (booked?.state === 'queued' && outboxReason() === '');
		return isUnderWay ? 'booking' : 'staged';
	}

	/** The package to weigh, with its carton. */
	function packageToWeigh(order: StoredOrder, session: PackSession): PackPackage | undefined {
		const number = firstUnweighed(session)?.number;
		return cartons.assign(order, session).packages.find((pack) => pack.number === number);
	}
	function weighingOf(order: StoredOrder, session: PackSession): PackView['weighing'] {
		const pack = packageToWeigh(order, session);
		if (!pack) return null;
		return { packageNumber: pack.number, expectedKg: weightCheck.expected(session, pack)?.expectedKg ?? null };
	}

	/** The package whose box the packer can choose: the open one; when all is packed, the one that is asked about. */
	function boxChoiceOf(order: StoredOrder, session: PackSession): PackView['boxChoice'] {
		const { packages } = session;
		if (!isComplete(session)) return choiceOf(packages.at(-1));
		const asked = unknownBox(order, session) ?? (weighs() ? firstUnweighed(session)?.number : undefined);
		return choiceOf(
			packages.find(({ number }) => number === asked) ?? packages.findLast(({ pieces }) => pieces.length > 0),
		);
	}
	/** The first package whose box is not known. */
	function unknownBox(order: StoredOrder, session: PackSession): number | undefined {
		return cartons.isOn() ? cartons.withoutBox(order, cartons.assign(order, session))[0] : undefined;
	}
	const choiceOf = (pack: PackPackage | undefined): PackView['boxChoice'] =>
		pack ? { packageNumber: pack.number, chosen: pack.chosenCarton } : null;

	/** Why closed packages wait without a label; a sentence. */
	function stagedReason(order: StoredOrder, session: PackSession, booked: ShipmentSummary | null): string {
		const waiting = awaited(order.id);
		if (waiting) return waiting.reason;
		if (booked && isActiveShipment(booked))
			return booked.state === 'queued' ? outboxReason() : shownMessage(booked.message);
		return problemsOf(order, session)[0] ?? shownMessage(booked?.message ?? '');
	}

	return {
		shipment,
		shipmentOf,
		draftFor,
		packageToWeigh,
		unknownBox,
		boxChoiceOf,
		problemsOf,
		phase: (stored: StoredSession): PackPhase => phaseOf(stored, shipmentOf(orders.get(stored.orderId))),

		view(stored: StoredSession): PackView {
			const order = orders.get(stored.orderId);
			const { session } = stored;
			const booked = shipmentOf(order);
			const phase = phaseOf(stored, booked);
			const counts = packedCounts(session);
			return {
				sessionId: stored.id,
				revision: stored.revision,
				orderId: order.id,
				orderNumber: order.number,
				isOrderChanged: stored.state === 'open' && order.revision !== session.orderRevision,
				recipient: order.draft.to.companyName || order.draft.to.contactPerson,
				addressLines: addressLines(order.draft.to),
				countryCode: order.draft.to.countryCode,
				shipBy: order.shipBy,
				notes: order.notes,
				tags: order.tags,
				phase,
				lines: session.lines.map((line, index) => ({
					index,
					sku: line.sku,
					name: line.name,
					kitName: line.kitName,
					wanted: line.wanted,
					packed: counts[index] ?? 0,
					isGoods: line.isGoods,
					flags: line.flags,
					packingNote: line.packingNote,
					hasPicture: line.hasPicture,
					itemId: line.itemId,
					hasCode: line.hasCode,
					isCountable: canCountByHand(line),
				})),
				packages: session.packages,
				lastLine: session.lastLine,
				question: session.question && { lineIndex: session.question.lineIndex, asks: session.question.asks },
				problems: currentProblems(phase, order, session),
				warnings: phase === 'scanning' || phase === 'weighing' || phase === 'confirming' ? warningsOf(order) : [],
				shipment: booked && {
					id: booked.id,
					state: booked.state,
					carrier: booked.carrier,
					trackingNumber: booked.trackingNumber,
					message: phase === 'staged' ? stagedReason(order, session, booked) : shownMessage(booked.message),
					labels: labelsOf(booked.id, session),
				},
				takenFrom: session.takenFrom,
				weighing: phase === 'weighing' ? weighingOf(order, session) : null,
				boxChoice: stored.state === 'open' && cartons.isOn() ? boxChoiceOf(order, session) : null,
				cartons: stored.state === 'open' ? cartons.suggestion(order, session) : null,
			};
		},

		/** A session that waits; undefined for one whose label is still being booked, or needs no scan. */
		staged(stored: StoredSession): StagedOrder | undefined {
			const order = orders.get(stored.orderId);
			const booked = shipmentOf(order);
			const phase = phaseOf(stored, booked);
			if (phase === 'label' && !verifiesLabels()) return undefined;
			const isPutOff = stored.state === 'later';
			return {
				sessionId: stored.id,
				orderId: order.id,
				orderNumber: order.number,
				recipient: order.draft.to.companyName || order.draft.to.contactPerson,
				slipCode: stored.session.slipCode,
				kind: isPutOff ? 'later' : phase === 'label' ? 'label' : 'staged',
				reason: isPutOff || phase === 'label' ? '' : stagedReason(order, stored.session, booked),
				desk: stored.desk,
				at: stored.updatedAt,
			};
		},
	};
}
export type PackViews = ReturnType<typeof createPackViews>;
