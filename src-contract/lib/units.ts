// Factors of units that code counts in. A day is 24 hours: days of a calendar are in rules/days.ts.
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** In bytes, like MEGABYTE. */
export const KILOBYTE = 1024;
export const MEGABYTE = 1024 * KILOBYTE;
