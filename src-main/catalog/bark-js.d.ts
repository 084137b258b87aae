// The package has no types of its own.
declare module 'bark-js' {
	interface Gs1Element {
		/** Application identifier, as in 01. */
		ai: string;
		/** Dates are in ISO form. */
		value: string;
	}
	/** @throws Error when the text is no GS1 code */
	export default function bark(barcode: string): { symbology: string; elements: Gs1Element[] };
}
