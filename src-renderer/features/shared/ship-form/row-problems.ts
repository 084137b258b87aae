// The problems of a batch row that is open in the Ship form: what the list of the batch says about the row, until it is corrected.
import type { BatchRow } from '../../../../src-contract/model/batch';
import type { RowProblem } from '../../../../src-contract/model/form-backup';
import type { Draft } from '../../../lib/draft-fields';

/** @param path as in `contents.0.priceEur` */
const valueAt = (draft: Draft, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>(
			(value, key) =>
				typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
			draft,
		);
const areEqual = (left: unknown, right: unknown): boolean => JSON.stringify(left ?? '') === JSON.stringify(right ?? '');

/**
 * The errors of the row's fields; without such errors, why the row has no price or why its shipment was rejected.
 * @param draft the form, right after the row was loaded into it
 */
export function problemsOf({ fieldErrors, rateError, shipment }: BatchRow, draft: Draft): RowProblem[] {
	if (fieldErrors.length > 0)
		return fieldErrors.map(({ path, message }) => ({ message, path, value: valueAt(draft, path) }));
	const message = shipment?.message || rateError;
	return message ? [{ message }] : [];
}

/** The problems whose fields the user has not changed since the row was opened, and those that concern no field. */
export const remainingProblems = (problems: readonly RowProblem[], draft: Draft): RowProblem[] =>
	problems.filter(({ path, value }) => path === undefined || areEqual(valueAt(draft, path), value));
