// Weights of packages, in kilograms.

/** Rounds a weight up to 0.1 kg, the step in which carriers weigh; at least 0.1. An error of floating-point numbers adds no step. */
export const roundUpKg = (kilograms: number): number =>
	Math.max(0.1, Math.ceil(Number((kilograms * 10).toFixed(4))) / 10);
