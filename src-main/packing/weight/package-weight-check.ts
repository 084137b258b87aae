// Compares the weight of a package with what it should weigh, and learns from those that are right.
import { t } from '../../../src-contract/i18n';
import type { PackPackage } from '../../../src-contract/model/packing';
import type { ParcelPreset } from '../../../src-contract/model/settings';
import { amountText } from '../../../src-contract/rules/amount-text';
import { isolateBidi } from '../../../src-contract/rules/bidi';
import type { PackSession } from '../pack-session';
import {
	catalogueWeight,
	type ExpectedWeight,
	expectedWeight,
	type LearnedWeight,
	learnedFrom,
	lessCertain,
	likeliestCause,
	UNKNOWN_FILLING,
	type WeighedPart,
} from './expected-weight';
import type { LearnedWeights, WeightSubject } from './learned-weights';

/** The packaging of a package whose box is not known. */
const UNKNOWN_PACKAGING: LearnedWeight = { ...UNKNOWN_FILLING, meanKg: 0.2, uncertainty: 0.3 ** 2, spread: 0.1 ** 2 };

interface SubjectPart extends WeighedPart {
	subject: WeightSubject;
	/** Name of the item for the message. */
	itemName: string;
}

/** @param boxes the boxes of the desk */
export function createPackageWeightCheck(learned: LearnedWeights, boxes: () => readonly ParcelPreset[]) {
	/** The items of a package, then its filling. Undefined if the weight of an item is not known. */
	function partsOf({ lines }: PackSession, { pieces, carton }: PackPackage): SubjectPart[] | undefined {
		const parts: SubjectPart[] = [];
		for (const { lineIndex, quantity } of pieces) {
			const line = lines[lineIndex];
			if (!line || line.itemId === null || line.weightKg === null) return undefined;
			const subject: WeightSubject = { kind: 'item', name: String(line.itemId), baseKg: line.weightKg };
			const known = parts.find((part) => part.subject.name === subject.name);
			if (known) known.quantity += quantity;
			else
				parts.push({
					quantity,
					learned: learned.find(subject) ?? catalogueWeight(line.weightKg),
					subject,
					itemName: line.name || line.sku,
				});
		}
		const subject: WeightSubject = { kind: 'box', name: carton?.name ?? '', baseKg: carton?.emptyKg ?? 0 };
		const unknown = carton?.emptyKg == null ? UNKNOWN_PACKAGING : UNKNOWN_FILLING;
		parts.push({ quantity: 1, learned: learned.find(subject) ?? unknown, subject, itemName: '' });
		return parts;
	}

	function causeText(parts: readonly SubjectPart[], pack: PackPackage, differenceKg: number): string {
		const emptyKg = pack.carton?.emptyKg ?? 0;
		const others = boxes().filter(({ name, carton }) => carton !== null && name !== pack.carton?.name);
		const cause = likeliestCause(
			parts,
			parts.slice(0, -1).map((_part, index) => index),
			pack.carton ? others.map(({ carton }) => (carton?.emptyKg ?? 0) - emptyKg) : [],
			differenceKg,
		);
		if (cause?.kind === 'box') return t('Another box: {box}?', { box: isolateBidi(others[cause.box]?.name ?? '') });
		if (cause === undefined) return t('Check what is in the package.');
		const values = { count: Math.abs(cause.count), item: isolateBidi(parts[cause.part]?.itemName ?? '') };
		return cause.count < 0 ? t('Missing: {count} × {item}?', values) : t('Too many: {count} × {item}?', values);
	}

	return {
		/** @returns undefined if the weight of an item is not known */
		expected(session: PackSession, pack: PackPackage): ExpectedWeight | undefined {
			const parts = partsOf(session, pack);
			return parts && expectedWeight(parts, pack.carton?.emptyKg ?? 0);
		},

		/** Why a weight is wrong, with the likeliest cause; undefined if it is right, or if what is expected is not known. */
		problem(session: PackSession, pack: PackPackage, weightKg: number): string | undefined {
			const parts = partsOf(session, pack);
			if (!parts) return undefined;
			const { expectedKg, toleranceKg } = expectedWeight(parts, pack.carton?.emptyKg ?? 0);
			const differenceKg = weightKg - expectedKg;
			if (Math.abs(differenceKg) <= toleranceKg) return undefined;
			const weight = amountText(Math.abs(differenceKg));
			const difference =
				differenceKg < 0
					? t('{weight} kg less than expected.', { weight })
					: t('{weight} kg more than expected.', { weight });
			return `${difference} ${causeText(parts, pack, differenceKg)}`;
		},

		/**
		 * Learns from a package that is closed: its weights if its weight was right, else that they are less certain than they seemed. Call
		 * it in the transaction of the closing.
		 */
		learn(session: PackSession, pack: PackPackage): void {
			const parts = pack.weightKg === null ? undefined : partsOf(session, pack);
			if (pack.weightKg === null || !parts) return;
			const emptyKg = pack.carton?.emptyKg ?? 0;
			const learnedWeights =
				pack.weightReason === ''
					? learnedFrom(parts, parts.length - 1, emptyKg, pack.weightKg)
					: lessCertain(parts, parts.length - 1);
			for (const [index, { subject }] of parts.entries()) {
				const weight = learnedWeights[index];
				if (weight) learned.save(subject, weight);
			}
		},
	};
}
export type PackageWeightCheck = ReturnType<typeof createPackageWeightCheck>;
