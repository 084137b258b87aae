// Arithmetic with money.

/** Converts euros to whole cents, rounded. Add up cents instead of euros, because floating-point sums of euros are inexact. */
export const eurToCents = (eur: number): number => Math.round(eur * 100);
