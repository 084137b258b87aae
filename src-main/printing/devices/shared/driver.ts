// The contract of a printer driver, and the errors that drivers throw.
import { AppError } from '../../../../src-contract/errors';
import { t } from '../../../../src-contract/i18n';
import type { DocumentFormat, PrinterCondition, PrinterProfile } from '../../../../src-contract/model/print';
import type { Language, LanguageEncoders } from './encoder';

export interface PrintTask {
	/** Bytes for the device, in the language that `Driver.language` returned. */
	payload: Uint8Array;
	language: Language;
	/** Height of the longest sheet in millimetres; 0 for documents that were not laid out on sheets. */
	sheetHeightMm: number;
	/** Job name for the user, such as a tracking number. The driver escapes or shortens it for its protocol. */
	title: string;
	/** Values for the placeholders in the file name pattern of a folder printer. */
	fileNameValues: Record<'tracking' | 'kind' | 'date' | 'reference' | 'number', string>;
}

/** Status of a printer, as far as the printer reports it. */
export interface DeviceStatus {
	condition: PrinterCondition;
	/** One or more sentences for the user. */
	message: string;
	/** Resolutions that the printer reports; absent when the printer reports none or can print at any resolution. */
	resolutionsDpi?: number[];
}

/**
 * Sends documents to one kind of device. All errors are AppErrors with a code `printer.*`. `printer.unknownOutcome`: the document
 * may have been printed. All other codes: the document was not printed; the error is retryable when a later attempt may succeed.
 * A driver reports that a document was sent, not that it was printed, because most devices do not confirm a print.
 */
export interface Driver {
	/**
	 * The language to which a document of this format is converted for the device.
	 * @throws `printer.offline`, `printer.otherLanguage`; `printer.failed` when the printer does not support the set resolution
	 */
	language(printer: PrinterProfile, format: DocumentFormat): Language | Promise<Language>;
	/**
	 * Sends a document once.
	 * @returns where the document was sent, as a text for the user
	 * @throws `printer.offline`, `printer.attentionRequired` or `printer.full`: nothing was printed; retryable
	 * @throws `printer.failed`: nothing was printed; not retryable, except for folders
	 * @throws `printer.unknownOutcome`: the document may have been printed; not retryable
	 */
	send(printer: PrinterProfile, task: PrintTask): Promise<string>;
	/** Queries the status of the printer. @throws `printer.offline` */
	readStatus(printer: PrinterProfile): Promise<DeviceStatus>;
}

/** One kind of device, as listed in the registry. */
export interface DeviceModule {
	driver: Driver;
	/** Encoders by language. Absent if the device receives only PDF and languages of other modules. */
	encoders?: Readonly<Record<string, LanguageEncoders>>;
	/** Matches the texts with which a printer on the network announces this device's language. */
	announcedAs?: RegExp;
}

/** A print queue of the operating system. */
export interface SystemPrinter {
	name: string;
	description: string;
	isDefault: boolean;
	/** Device URI of the queue, if the system reports one: `socket://192.0.2.7:9100`, `dnssd://NAME._ipp._tcp.local/`. */
	deviceUri?: string;
}

/** The printer cannot be reached. Nothing was sent. Retryable. */
export const offlineError = (printer: string, reason: string, cause?: unknown): AppError =>
	new AppError(
		'printer.offline',
		t('{printer} cannot be reached ({reason}). Nothing was sent. The document is kept.', { printer, reason }),
		{ cause, retryable: true },
	);

/** The printer rejected the job, and would reject another attempt too. Nothing was printed. Not retryable. */
export const rejectedError = (printer: string, reason: string): AppError =>
	new AppError(
		'printer.failed',
		t(
			"{printer} rejected the document ({reason}). Nothing was printed. The document is kept. Check the printer's settings in Printers, or choose another printer.",
			{ printer, reason },
		),
	);

/**
 * The user has to do something at the printer, such as adding paper or closing a cover. Nothing was sent. Retryable.
 * @param reason a sentence
 */
export const attentionRequiredError = (reason: string): AppError =>
	new AppError(
		'printer.attentionRequired',
		`${reason} ${t('Nothing was sent. The document is kept and prints when the printer is ready.')}`,
		{
			retryable: true,
		},
	);

/** The document may have been printed. Not retryable. @param event what happened, as a sentence without its full stop */
export const unknownOutcomeError = (event: string, cause?: unknown): AppError =>
	new AppError(
		'printer.unknownOutcome',
		t(
			'{event}, so the document may have printed. It is not sent again automatically. Check the printer, then print again or confirm.',
			{ event },
		),
		{ cause },
	);
