// IPC handlers of printing, printers and print rules.
import type { HandlersOf } from '../../../src-contract/api/method';
import type { printingApi } from '../../../src-contract/api/printing';
import type { ApprovedFolders } from '../../platform/approved-folders';
import type { Desktop } from '../../platform/desktop';
import type { DeskPrinting } from '../../printing/desk-printing';
import type { PrintJobs } from '../../printing/print-jobs';
import type { PrinterSetup } from '../../printing/printer-setup';
import type { Printers } from '../../printing/printers';
import type { PrintQueue } from '../../printing/queue';
import type { Routing } from '../../printing/routing';

export interface PrintingServices {
	deskPrinting: DeskPrinting;
	printerSetup: PrinterSetup;
	printers: Printers;
	routing: Routing;
	queue: PrintQueue;
	jobs: PrintJobs;
	folders: ApprovedFolders;
	desktop: Desktop;
}

export const printingHandlers = ({
	deskPrinting,
	printerSetup,
	printers,
	routing,
	queue,
	jobs,
	folders,
	desktop,
}: PrintingServices) =>
	({
		'printing.print': ({ documentId }) => deskPrinting.print(documentId),
		'printing.printHeld': ({ documentId }) => deskPrinting.printHeld(documentId),
		'printing.printSlip': ({ shipmentId }) => deskPrinting.printSlip(shipmentId),
		'printing.jobs': ({ limit }) => jobs.latestJobs(limit),
		'printing.listOpen': () => jobs.unfinishedJobs(),
		'printing.previewScaled': ({ documentId, printerId }) => deskPrinting.previewScaled(documentId, printerId),
		'printing.retry': ({ id, scalingAccepted }) => queue.retry(id, scalingAccepted),
		'printing.moveTo': ({ id, printerId }) => queue.moveTo(id, printerId),
		'printing.confirm': ({ id }) => queue.confirmPrinted(id),
		'printing.cancel': ({ id }) => queue.cancel(id),
		'printers.list': () => deskPrinting.printerStatuses(),
		'printers.discover': () => printers.discover(),
		'printers.discoverNetwork': () => printers.discoverNetwork(),
		'printers.save': async (input) => {
			await printerSetup.save(input);
			return deskPrinting.printerStatuses();
		},
		'printers.remove': ({ printerId }) => {
			printers.remove(printerId);
			return deskPrinting.printerStatuses();
		},
		'printers.setFallback': ({ printerId, to }) => {
			deskPrinting.setFallback(printerId, to);
			return deskPrinting.printerStatuses();
		},
		'printers.labelPrinter': () => deskPrinting.labelPrinter(),
		'printers.switchLabelPrinter': () => deskPrinting.switchLabelPrinter(),
		'printers.chooseFolder': async () => folders.approve(await desktop.chooseFolder()),
		'printers.test': ({ printerId }) => deskPrinting.printTestLabel(printerId),
		'printers.verifyTestLabel': ({ printerId, text, rulerMm }) => {
			printerSetup.recordTestResult(printerId, text, rulerMm);
			return deskPrinting.printerStatuses();
		},
		'printRules.read': () => routing.read(),
		'printRules.save': (rules) => routing.save(rules),
	}) satisfies HandlersOf<typeof printingApi>;
