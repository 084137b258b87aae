import { AppError } from '../../../../src-contract/errors';
import { t } from '../../../../src-contract/i18n';
import type { DocumentFormat, Printer, PrinterCondition } from '../../../../src-contract/model/print';
import type { Language, LanguageWriter } from './encoder';

export interface PrintTask {
	/** What the device is sent, in the language that the driver asked for. */
	payload: Uint8Array;
	language: Language;
	/** Of the longest sheet. */
	sheetHeightMm: number;
	/** What a person would call it, such as a tracking number; safe for any protocol is the driver's care. */
	title: string;
	/** What a folder may name its files by. */
	names: Record<'tracking' | 'kind' | 'date' | 'reference' | 'number', string>;
}

export interface Check {
	condition: PrinterCondition;
	message: string;
	/** At which the printer itself says that it prints; undefined when it does not say, or prints at any. */
	resolutionsDpi?: number[];
}

/**
 * One way to reach paper. A driver says what it did in words that are true: "sent", never "printed". Its errors are
 * AppErrors of `printer.*`: retryable when surely nothing was printed, `printer.doubtful` when something may have been.
 */
export interface Driver {
	/** In what the device wants a document of that format. */
	language(printer: Printer, format: DocumentFormat): Language | Promise<Language>;
	/** @returns where it went, for the screen */
	send(printer: Printer, task: PrintTask): Promise<string>;
	check(printer: Printer): Promise<Check>;
}

/** A device language as the registry lists it. */
export interface DeviceModule {
	driver: Driver;
	/** Writers of the languages that its driver asks for, by name. */
	writers?: Readonly<Record<string, LanguageWriter>>;
	/** Matches what a printer that announces itself on the network says of its language. */
	announcedAs?: RegExp;
}

/** A printer that is set up in the operating system. */
export interface SystemPrinter {
	name: string;
	description: string;
	isDefault: boolean;
	/** Where its documents go, where the system says so: `socket://192.0.2.7:9100`, `dnssd://NAME._ipp._tcp.local/`. */
	deviceUri?: string;
}

export const offline = (printer: string, reason: string, cause?: unknown): AppError =>
	new AppError(
		'printer.offline',
		t('{printer} cannot be reached ({reason}). Nothing was sent; the document is kept.', { printer, reason }),
		{ cause, retryable: true },
	);

/** The printer will not have it, and would not the next time either. */
export const refused = (printer: string, reason: string): AppError =>
	new AppError(
		'printer.failed',
		t(
			'{printer} does not take it ({reason}). Nothing was printed; the document is kept. Look at its profile in Printers, or choose another printer.',
			{ printer, reason },
		),
	);

/** The printer waits for somebody: paper, a closed lid, a button. @param trouble a sentence */
export const attentionRequired = (trouble: string): AppError =>
	new AppError(
		'printer.attentionRequired',
		`${trouble} ${t('Nothing was sent; the document is kept and prints when that is mended.')}`,
		{
			retryable: true,
		},
	);

/** @param event what the printer did, as a sentence without its full stop */
export const doubtful = (event: string, cause?: unknown): AppError =>
	new AppError(
		'printer.doubtful',
		t(
			'{event}: it may have printed. It is not sent again by itself. Look at the printer, then print again or set it right.',
			{ event },
		),
		{ cause },
	);
