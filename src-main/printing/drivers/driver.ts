import type { Printer, PrinterCondition } from '../../../src-contract/print';

export interface PrintTask {
	/** Pages already laid on the printer's stock. */
	pdf: Uint8Array;
	/** What a person would call it, such as a tracking number; safe for any protocol is the driver's care. */
	title: string;
}

/** One way to reach paper. A driver says what it did in words that are true: "sent", never "printed". */
export interface Driver {
	/** @returns where it went, for the screen. Throws an AppError of `printer.*`. */
	print(printer: Printer, task: PrintTask): Promise<string>;
	check(printer: Printer): Promise<{ condition: PrinterCondition; message: string }>;
}
