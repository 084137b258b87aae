// Printers as a desk sets them up, what may lie in them, and which document goes to which.
import * as z from 'zod';
import { t } from '../i18n';
import { type Device, deviceSchema } from './device-kinds';
import { millimetres, whole } from './number-fields';
import { stockNameSchema } from './stock';
import { countryCodeSchema } from './trade-terms';

export const RESOLUTIONS_DPI = [203, 300, 600] as const;
const dpiSchema = z.literal(RESOLUTIONS_DPI);
/** How far a page is turned, counter-clockwise; `auto`: a quarter when only then it fits. */
const turnSchema = z.enum(['auto', '0', '90', '180', '270']);

export const printerSchema = z.object({
	id: z.string().min(1).max(64),
	name: z
		.string()
		.trim()
		.min(1, { error: () => t('A name is required') })
		.max(60),
	device: deviceSchema,
	stock: stockNameSchema,
	/** Of the stock `own`. */
	ownStock: z
		.object({
			widthMm: millimetres(
				() => t('Width'),
				() => t('Width is required'),
				20,
				1000,
			),
			heightMm: millimetres(
				() => t('Height'),
				() => t('Height is required'),
				10,
				2000,
			),
		})
		.default({ widthMm: 100, heightMm: 150 }),
	/** The label of a sheet to begin with, from 1. It moves on with every label printed. */
	startPosition: whole(
		() => t('Start position'),
		() => t('Start position must be a whole number'),
		1,
		4,
	).default(1),
	dpi: dpiSchema.default(203),
	turn: turnSchema.default('auto'),
	offsetXMm: millimetres(
		() => t('Offset to the right'),
		() => t('Offset to the right is required'),
		-50,
		50,
	).default(0),
	offsetYMm: millimetres(
		() => t('Offset downwards'),
		() => t('Offset downwards is required'),
		-50,
		50,
	).default(0),
	/** What becomes of a page that is larger than its stock. */
	oversize: z.enum(['refuse', 'scale']).default('refuse'),
	/** Greys as patterns of dots; line art is sharper without. */
	dither: z.boolean().default(false),
	copies: whole(
		() => t('Copies'),
		() => t('Copies must be a whole number'),
		1,
		9,
	).default(1),
});
export type Printer = z.infer<typeof printerSchema>;

/** `ready` is said only when the printer itself said so, or nothing stands between it and the desk. */
export type PrinterCondition = 'ready' | 'busy' | 'unknown' | 'error';

/** What a desk found out with a test label. */
export const printerProofSchema = z.object({
	at: z.string(),
	/** What the ruler measured, when somebody measured. */
	rulerMm: z.number().min(20).max(150).nullable(),
	/** The narrowest bar of a code that the desk's scanner read, in millimetres. */
	narrowestMm: z.number().nullable(),
});
export type PrinterProof = z.infer<typeof printerProofSchema>;

export interface PrinterStatus {
	printer: Printer;
	condition: PrinterCondition;
	message: string;
	proof: PrinterProof | null;
	/** The printer that prints in its place, or null. */
	fallbackPrinterId: string | null;
	/** At which the printer itself says that it prints; undefined when it does not say, or prints at any. */
	resolutionsDpi?: number[] | undefined;
}

/** True when the printer says that it does not print at the resolution of its profile. */
export const hasOtherResolution = ({ printer, resolutionsDpi = [] }: PrinterStatus): boolean =>
	resolutionsDpi.length > 0 && !resolutionsDpi.includes(printer.dpi);

export const DOCUMENT_KINDS = ['label', 'invoice', 'customs', 'manifest', 'papers', 'slip'] as const;
export const documentKindSchema = z.enum(DOCUMENT_KINDS);
export type PrintableKind = z.infer<typeof documentKindSchema>;
/** `unreadable`: what came cannot be printed; it is kept as it came. */
export type DocumentKind = PrintableKind | 'unreadable';
export const DOCUMENT_KIND_NAMES: Record<DocumentKind, () => string> = {
	label: () => t('Label##kind of document'),
	invoice: () => t('Commercial invoice'),
	customs: () => t('Customs declaration'),
	manifest: () => t('Manifest##kind of document'),
	papers: () => t('Other papers'),
	slip: () => t('Packing slip'),
	unreadable: () => t('Not printable'),
};

/** What a document is written in: pages, or the language of a printer, which goes to such printers untouched. */
export const documentFormatSchema = z.enum(['pdf', 'zpl', 'epl', 'escpos', 'slip']);
export type DocumentFormat = z.infer<typeof documentFormatSchema>;
/** The printer language that a document needs when it is no PDF. */
export const LANGUAGE_NAMES: Record<Exclude<DocumentFormat, 'pdf'>, string> = {
	zpl: 'ZPL',
	epl: 'EPL',
	escpos: 'ESC/POS',
	slip: 'ESC/POS',
};

/** One row of the routing table; null fits anything. The first row that fits decides. */
export const routeSchema = z.object({
	kind: documentKindSchema.nullable(),
	carrier: z.string().trim().max(60).nullable(),
	destination: countryCodeSchema.nullable(),
	printerId: z.string().min(1),
	/** Printed by itself after a booking. */
	automatic: z.boolean(),
});
export type Route = z.infer<typeof routeSchema>;

/** A printer that the desk's system or network knows and that no profile uses yet. */
export interface FoundPrinter {
	name: string;
	description: string;
	device: Device;
	isDefault: boolean;
}
