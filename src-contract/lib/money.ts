/** Whole cents: sums of money are exact in cents, and are not in euros. */
export const eurToCents = (eur: number): number => Math.round(eur * 100);
