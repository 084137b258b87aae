// Arithmetic with money.

/** Rounds euros to whole cents. Add up cents, not euros: binary fractions of euros are inexact. */
export const eurToCents = (eur: number): number => Math.round(eur * 100);
