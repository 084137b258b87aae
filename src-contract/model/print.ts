// Printer profiles and their live status, kinds of documents, and print rules.
import * as z from 'zod';
import { t } from '../i18n';
import { type Device, deviceSchema } from './device-kinds';
import { millimetresInput, wholeNumberInput } from './number-fields';
import { stockNameSchema } from './stock';
import { countryCodeSchema } from './trade-terms';

export const RESOLUTIONS_DPI = [203, 300, 600] as const;
const dpiSchema = z.literal(RESOLUTIONS_DPI);
/**
 * Rotation of the page in degrees, counter-clockwise; `auto`: 90 if the page does not fit upright and fits better rotated,
 * otherwise 0.
 */
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
	/** Size of a custom stock; used if `stock` is `own`. */
	ownStock: z
		.object({
			widthMm: millimetresInput(
				() => t('Width'),
				() => t('Width is required'),
				20,
				1000,
			),
			heightMm: millimetresInput(
				() => t('Height'),
				() => t('Height is required'),
				10,
				2000,
			),
		})
		.default({ widthMm: 100, heightMm: 150 }),
	/** Next free label of the sheet, from 1. Advances with every printed label. */
	startPosition: wholeNumberInput(
		() => t('Start position'),
		() => t('Start position must be a whole number'),
		1,
		4,
	).default(1),
	dpi: dpiSchema.default(203),
	turn: turnSchema.default('auto'),
	offsetXMm: millimetresInput(
		() => t('Horizontal offset'),
		() => t('Horizontal offset is required'),
		-50,
		50,
	).default(0),
	offsetYMm: millimetresInput(
		() => t('Vertical offset'),
		() => t('Vertical offset is required'),
		-50,
		50,
	).default(0),
	/** Treatment of a page that is larger than the stock: refuse to print it, or scale it down. */
	oversize: z.enum(['refuse', 'scale']).default('refuse'),
	/** Prints greys as dot patterns. Line art is sharper without. */
	dither: z.boolean().default(false),
	copies: wholeNumberInput(
		() => t('Copies'),
		() => t('Copies must be a whole number'),
		1,
		9,
	).default(1),
});
/** The settings with which the desk uses one printing device. A device may have several profiles. */
export type PrinterProfile = z.infer<typeof printerSchema>;

/**
 * `ready`: the printer reports that it is ready, or the device is a folder that can be written to. `unknown`: the printer does not
 * report its status.
 */
export type PrinterCondition = 'ready' | 'busy' | 'unknown' | 'error';

/** Result of a test label. */
export const printerProofSchema = z.object({
	at: z.string(),
	/** Length of the printed ruler, as the user measured it; null when the user did not. */
	rulerMm: z.number().min(20).max(150).nullable(),
	/** Narrowest bar that the desk's scanner could read, in millimetres; null when no code of the test label was scanned. */
	narrowestMm: z.number().nullable(),
});
export type PrinterProof = z.infer<typeof printerProofSchema>;

export interface PrinterStatus {
	printer: PrinterProfile;
	condition: PrinterCondition;
	/** Details of `condition` for the user; may be empty. */
	message: string;
	/** Result of the last test label; null when none was recorded. */
	proof: PrinterProof | null;
	/** Id of the printer that prints this printer's jobs instead; null: none is set. */
	fallbackPrinterId: string | null;
	/** Resolutions that the printer reports; undefined when it reports none or supports every resolution. */
	resolutionsDpi?: number[] | undefined;
}

/** True when the printer reports which resolutions it supports, and the resolution of its profile is not among these. */
export const isResolutionUnsupported = ({ printer, resolutionsDpi = [] }: PrinterStatus): boolean =>
	resolutionsDpi.length > 0 && !resolutionsDpi.includes(printer.dpi);

/** Kinds of documents that can be printed. `papers`: a document of none of the other kinds. `slip`: the packing slip. */
export const PRINTABLE_KINDS = ['label', 'invoice', 'customs', 'manifest', 'papers', 'slip'] as const;
export const printableKindSchema = z.enum(PRINTABLE_KINDS);
export type PrintableKind = z.infer<typeof printableKindSchema>;
/** Every kind of document. `unreadable` cannot be printed and is stored as received. */
export type DocumentKind = PrintableKind | 'unreadable';
export const DOCUMENT_KIND_NAMES: Record<DocumentKind, () => string> = {
	label: () => t('Label##kind of document'),
	invoice: () => t('Commercial invoice'),
	customs: () => t('Customs declaration'),
	manifest: () => t('Manifest##kind of document'),
	papers: () => t('Other documents'),
	slip: () => t('Packing slip'),
	unreadable: () => t('Not printable'),
};

/**
 * Format of a document: pages (`pdf`); the content of a packing slip as JSON, which is encoded when it is printed (`slip`); or a
 * printer language, which is sent unchanged to printers of that language.
 */
export const documentFormatSchema = z.enum(['pdf', 'zpl', 'epl', 'escpos', 'slip']);
export type DocumentFormat = z.infer<typeof documentFormatSchema>;
/** The printer language that a document requires, as displayed. Packing slips can be encoded in ESC/POS only. */
export const PRINTER_LANGUAGE_NAMES: Record<Exclude<DocumentFormat, 'pdf'>, string> = {
	zpl: 'ZPL',
	epl: 'EPL',
	escpos: 'ESC/POS',
	slip: 'ESC/POS',
};

/** A print rule: which documents go to which printer. Null matches everything; the first matching rule wins. */
export const printRuleSchema = z.object({
	kind: printableKindSchema.nullable(),
	carrier: z.string().trim().max(60).nullable(),
	destination: countryCodeSchema.nullable(),
	printerId: z.string().min(1),
	/** Print without user action after a booking. */
	automatic: z.boolean(),
});
export type PrintRule = z.infer<typeof printRuleSchema>;

/** A printer that the operating system or network offers and that no profile uses yet. */
export interface FoundPrinter {
	name: string;
	description: string;
	device: Device;
	isDefault: boolean;
}
