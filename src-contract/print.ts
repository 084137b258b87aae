import * as z from 'zod';

/** Paper that a printer holds; sizes in millimetres, as they lie in the printer. */
export const STOCKS = {
	'4x6': { name: '4 × 6 in label', widthMm: 101.6, heightMm: 152.4 },
	A6: { name: 'A6', widthMm: 105, heightMm: 148 },
	A4: { name: 'A4', widthMm: 210, heightMm: 297 },
	Letter: { name: 'Letter', widthMm: 215.9, heightMm: 279.4 },
} as const;
export const stockSchema = z.enum(['4x6', 'A6', 'A4', 'Letter']);
export type Stock = z.infer<typeof stockSchema>;

export const printerSchema = z.object({
	id: z.string().min(1).max(64),
	name: z.string().trim().min(1, 'A name is required').max(60),
	driver: z.literal('folder'),
	folder: z.string().trim().min(1, 'Choose a folder'),
	labelStock: stockSchema,
	papersStock: stockSchema,
});
export type Printer = z.infer<typeof printerSchema>;

export type PrinterCondition = 'ready' | 'trouble';

export interface PrinterStatus extends Printer {
	condition: PrinterCondition;
	message: string;
}
