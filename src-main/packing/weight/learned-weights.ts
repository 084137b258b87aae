// Stores what weighed packages taught of the weight of items and of the filling of boxes.
import type { Database } from '../../platform/database';
import type { LearnedWeight } from './expected-weight';

type WeightKind = 'item' | 'box';
/** What a weight is learned of. `baseKg`: weight in the catalogue, or empty weight of the box. */
export interface WeightSubject {
	kind: WeightKind;
	/** Id of the item, or name of the box. */
	name: string;
	baseKg: number;
}

interface WeightRecord {
	meanKg: number;
	uncertainty: number;
	spread: number;
	count: number;
}

export function createLearnedWeights(database: Database) {
	return {
		/** Undefined when nothing was learned, or when the user has entered another weight since. */
		find: ({ kind, name, baseKg }: WeightSubject): LearnedWeight | undefined =>
			database.get<WeightRecord>(
				`SELECT mean_kg AS meanKg, uncertainty, spread, count FROM learned_weight
				WHERE kind = ? AND name = ? AND base_kg = ?`,
				kind,
				name,
				baseKg,
			),
		/** Call it in the transaction in which the package is weighed. */
		save: ({ kind, name, baseKg }: WeightSubject, { meanKg, uncertainty, spread, count }: LearnedWeight): void =>
			database.write(
				'INSERT OR REPLACE INTO learned_weight (kind, name, base_kg, mean_kg, uncertainty, spread, count) VALUES (?, ?, ?, ?, ?, ?, ?)',
				kind,
				name,
				baseKg,
				meanKg,
				uncertainty,
				spread,
				count,
			),
	};
}
export type LearnedWeights = ReturnType<typeof createLearnedWeights>;
