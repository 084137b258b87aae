// Printers as a desk sets them up, what may lie in them, and which document goes to which.
import * as z from 'zod';
import { say } from '../i18n';
import { countryCodeSchema } from './trade-terms';

/** Paper in a printer, as it lies there, in millimetres. `heightMm` null: a roll, cut where the page ends. */
export interface Stock {
	widthMm: number;
	heightMm: number | null;
	/** Labels side by side and one below the other on one sheet. */
	across: number;
	down: number;
}

const sheet = (widthMm: number, heightMm: number | null, across = 1, down = 1): Stock => ({
	widthMm,
	heightMm,
	across,
	down,
});

/** Rolls are as wide as their printer prints: 576 and 384 dots of 1/8 mm. */
export const STOCKS = {
	'4x6': sheet(101.6, 152.4),
	'4x8': sheet(101.6, 203.2),
	A6: sheet(105, 148),
	A5: sheet(148, 210),
	A4: sheet(210, 297),
	'A4/2': sheet(210, 297, 1, 2),
	'A4/4': sheet(210, 297, 2, 2),
	Letter: sheet(215.9, 279.4),
	roll80: sheet(72, null),
	roll58: sheet(48, null),
} as const satisfies Record<string, Stock>;
export const STOCK_NAMES: Record<keyof typeof STOCKS, () => string> = {
	'4x6': () => say('4 × 6 in label'),
	'4x8': () => say('4 × 8 in label'),
	A6: () => 'A6',
	A5: () => 'A5',
	A4: () => 'A4',
	'A4/2': () => say('A4, 2 labels'),
	'A4/4': () => say('A4, 4 labels'),
	Letter: () => say('Letter##size of paper'),
	roll80: () => say('80 mm roll'),
	roll58: () => say('58 mm roll'),
};
export type StockName = keyof typeof STOCKS | 'own';
const stockNameSchema = z.enum([...(Object.keys(STOCKS) as (keyof typeof STOCKS)[]), 'own']);

const millimetres = (field: () => string, required: () => string, least: number, most: number) =>
	z
		.number({ error: required })
		.min(least, { error: () => say('{field}: at least {least} mm', { field: field(), least }) })
		.max(most, { error: () => say('{field}: at most {most} mm', { field: field(), most }) });
const whole = (field: () => string, required: () => string, least: number, most: number) =>
	z
		.int({ error: required })
		.min(least, { error: () => say('{field}: at least {least}', { field: field(), least }) })
		.max(most, { error: () => say('{field}: at most {most}', { field: field(), most }) });

/** What a driver will take apart must be an address: a port beyond the last one is none. */
function isAddress(text: string): boolean {
	try {
		// Only addresses of the web have their ports and names checked.
		const { hostname, port } = new URL(text.replace(/^\w+:/, 'http:'));
		return hostname !== '' && port !== '0';
	} catch {
		return false;
	}
}

/** Where a printer that speaks its own language is reached: `tcp://host:9100`, or `queue:NAME`, a raw queue of the system. */
const connectionSchema = z
	.string()
	.trim()
	.regex(/^(tcp:\/\/(\[[\da-f:]+\]|[\w.-]+):\d{1,5}|queue:[\w.@-]{1,127})$/i, {
		error: () => say('tcp://192.0.2.7:9100, or queue:NAME'),
	})
	.refine((text) => /^queue:/i.test(text) || isAddress(text), {
		error: () => say('tcp://192.0.2.7:9100, with a port up to 65535'),
	});

export const MEDIA_MODES = {
	tearOff: () => say('Tear off##after a label'),
	peelOff: () => say('Peel off##after a label'),
	cutter: () => say('Cut##after a label'),
} as const;

const thermal = {
	connection: connectionSchema,
	/** Of the printer's own range, added to its setting; 0 leaves it. */
	darkness: whole(
		() => say('Darkness'),
		() => say('Darkness must be a whole number'),
		-30,
		30,
	).default(0),
	/** Inches a second; 0 leaves the printer's own. */
	speed: whole(
		() => say('Speed'),
		() => say('Speed must be a whole number'),
		0,
		14,
	).default(0),
};

/** How a printer is reached and what it is told. */
const deviceSchema = z.discriminatedUnion('driver', [
	z.object({
		driver: z.literal('folder'),
		folder: z
			.string()
			.trim()
			.min(1, { error: () => say('Choose a folder') }),
		format: z.enum(['pdf', 'zpl']).default('pdf'),
		/** `{tracking}`, `{kind}`, `{date}`, `{reference}` and `{number}` are filled in. */
		namePattern: z
			.string()
			.trim()
			.min(1, { error: () => say('A name is required') })
			.max(80)
			.default('{tracking}-{kind}'),
	}),
	z.object({
		driver: z.literal('system'),
		queue: z
			.string()
			.trim()
			.min(1, { error: () => say('Choose a printer') })
			.max(127),
	}),
	z.object({
		driver: z.literal('zpl'),
		...thermal,
		mediaMode: z.enum(['tearOff', 'peelOff', 'cutter']).default('tearOff'),
		/** Dots by which the label is pushed further out to tear. */
		tearOffDots: whole(
			() => say('Tear-off'),
			() => say('Tear-off must be a whole number'),
			-120,
			120,
		).default(0),
	}),
	z.object({ driver: z.literal('epl'), ...thermal }),
	z.object({ driver: z.literal('tspl'), ...thermal }),
	z.object({ driver: z.literal('escpos'), connection: connectionSchema }),
	z.object({
		driver: z.literal('ipp'),
		url: z
			.string()
			.trim()
			.regex(/^ipps?:\/\/[^\s/@]+(\/\S*)?$/i, 'ipp://host/ipp/print')
			.refine(isAddress, { error: () => say('ipp://host/ipp/print, with a port up to 65535 if any') }),
	}),
]);
export type Device = z.infer<typeof deviceSchema>;
export type DriverName = Device['driver'];

export const RESOLUTIONS_DPI = [203, 300, 600] as const;
const dpiSchema = z.literal(RESOLUTIONS_DPI);
/** How far a page is turned, counter-clockwise; `auto`: a quarter when only then it fits. */
const turnSchema = z.enum(['auto', '0', '90', '180', '270']);

export const printerSchema = z.object({
	id: z.string().min(1).max(64),
	name: z
		.string()
		.trim()
		.min(1, { error: () => say('A name is required') })
		.max(60),
	device: deviceSchema,
	stock: stockNameSchema,
	/** Of the stock `own`. */
	ownStock: z
		.object({
			widthMm: millimetres(
				() => say('Width'),
				() => say('Width is required'),
				20,
				1000,
			),
			heightMm: millimetres(
				() => say('Height'),
				() => say('Height is required'),
				10,
				2000,
			),
		})
		.default({ widthMm: 100, heightMm: 150 }),
	/** The label of a sheet to begin with, from 1. It moves on with every label printed. */
	startPosition: whole(
		() => say('Start position'),
		() => say('Start position must be a whole number'),
		1,
		4,
	).default(1),
	dpi: dpiSchema.default(203),
	turn: turnSchema.default('auto'),
	offsetXMm: millimetres(
		() => say('Offset to the right'),
		() => say('Offset to the right is required'),
		-50,
		50,
	).default(0),
	offsetYMm: millimetres(
		() => say('Offset downwards'),
		() => say('Offset downwards is required'),
		-50,
		50,
	).default(0),
	/** What becomes of a page that is larger than its stock. */
	oversize: z.enum(['refuse', 'scale']).default('refuse'),
	/** Greys as patterns of dots; line art is sharper without. */
	dither: z.boolean().default(false),
	copies: whole(
		() => say('Copies'),
		() => say('Copies must be a whole number'),
		1,
		9,
	).default(1),
});
export type Printer = z.infer<typeof printerSchema>;

export function stockOf({ stock, ownStock }: Pick<Printer, 'stock' | 'ownStock'>): Stock {
	if (stock !== 'own') return STOCKS[stock];
	return sheet(ownStock.widthMm, ownStock.heightMm);
}

export const stockName = ({ stock, ownStock }: Pick<Printer, 'stock' | 'ownStock'>): string =>
	stock === 'own' ? `${ownStock.widthMm} × ${ownStock.heightMm} mm` : STOCK_NAMES[stock]();

/** How long the ruler of a test label is that fits on its stock. */
export function rulerMm(printer: Pick<Printer, 'stock' | 'ownStock'>): number {
	const { heightMm, down } = stockOf(printer);
	return heightMm === null || heightMm / down >= 115 ? 100 : 50;
}

/** `ready` is said only when the printer itself said so, or nothing stands between it and the desk. */
export type PrinterCondition = 'ready' | 'busy' | 'unasked' | 'trouble';

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
	divertedTo: string | null;
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
	label: () => say('Label##kind of document'),
	invoice: () => say('Commercial invoice'),
	customs: () => say('Customs declaration'),
	manifest: () => say('Manifest##kind of document'),
	papers: () => say('Other papers'),
	slip: () => say('Packing slip'),
	unreadable: () => say('Not printable'),
};

/** What a document is written in: pages, or the language of a printer, which goes to such printers untouched. */
export type DocumentFormat = 'pdf' | 'zpl' | 'epl' | 'escpos' | 'slip';

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
