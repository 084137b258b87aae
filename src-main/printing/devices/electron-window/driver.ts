// Driver for systems without CUPS. Prints an HTML page from an Electron window, without a dialog, with the page size and
// resolution of the profile.

import { t } from '../../../../src-contract/i18n';
import { errorMessage } from '../../../../src-contract/lib/error-message';
import type { PrinterProfile } from '../../../../src-contract/model/print';
import { stockOf } from '../../../../src-contract/model/stock';
import {
	type DeviceModule,
	type DeviceStatus,
	type Driver,
	offlineError,
	rejectedError,
	type SystemPrinter,
	unknownOutcomeError,
} from '../shared/driver';
import { encodeHtml } from './encode';

export interface WindowJob {
	/** Name of the printer in the operating system. */
	queue: string;
	title: string;
	widthMm: number;
	heightMm: number;
	dpi: number;
	copies: number;
}

/** Printing through an Electron window. */
export interface WindowPrinting {
	printers(): Promise<SystemPrinter[]>;
	/**
	 * @returns undefined when the system accepted the job; the system's reason when it rejected the job
	 * @throws Error when the outcome is unknown
	 */
	print(html: Uint8Array, job: WindowJob): Promise<string | undefined>;
}

const queueOf = ({ device }: PrinterProfile): string => (device.driver === 'system' ? device.queue : '');

/** Encoder for the HTML pages that this driver prints. */
export const windowEncoders: DeviceModule['encoders'] = { html: { encodeSheets: encodeHtml } };

export function createWindowDriver(printing: WindowPrinting): Driver {
	/**
	 * Checks only that the queue exists. The system's reports about paper and covers are not used, because they differ between
	 * manufacturers.
	 */
	async function readStatus(printer: PrinterProfile): Promise<DeviceStatus> {
		const exists = (await printing.printers()).some(({ name }) => name === queueOf(printer));
		if (exists)
			return {
				condition: 'unknown',
				message: t('Installed in the system, which does not report its status.##of a printer'),
			};
		return {
			condition: 'error',
			message: t('The system has no printer named {name}.', { name: queueOf(printer) }),
		};
	}

	return {
		language: () => 'html',
		readStatus,

		async send(printer, { payload, title, sheetHeightMm }) {
			const { condition, message } = await readStatus(printer);
			if (condition === 'error') throw offlineError(printer.name, message);
			const { widthMm } = stockOf(printer);
			const { dpi, copies } = printer;
			const job = { queue: queueOf(printer), title, widthMm, heightMm: sheetHeightMm, dpi, copies };
			let rejection: string | undefined;
			try {
				rejection = await printing.print(payload, job);
			} catch (error) {
				throw unknownOutcomeError(
					t('{printer} did not report the result ({reason})', {
						printer: printer.name,
						reason: errorMessage(error),
					}),
					error,
				);
			}
			if (rejection) throw rejectedError(printer.name, rejection);
			return t('system print queue');
		},
	};
}
