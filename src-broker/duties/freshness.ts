// Which rows of the duty tables are out of date.

/** Earliest ISO date on which a row may have been checked to be up to date: 12 months before. */
const earliestCurrent = (onDate: string) => `${Number(onDate.slice(0, 4)) - 1}${onDate.slice(4)}`;

/** @returns the earliest of the ISO dates if it is more than 12 months before `onDate` */
export function oldestOutdated(dates: readonly string[], onDate: string): string | undefined {
	const [oldest] = [...dates].sort();
	return oldest !== undefined && oldest < earliestCurrent(onDate) ? oldest : undefined;
}
