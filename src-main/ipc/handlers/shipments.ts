// IPC handlers of shipments, the outbox and scans.

import type { HandlersOf } from '../../../src-contract/api/method';
import type { shipmentsApi } from '../../../src-contract/api/shipments';
import { t } from '../../../src-contract/i18n';
import type { Catalog } from '../../catalog/catalog';
import type { DocumentThread } from '../../compose/document-thread';
import type { ScanVerificationService } from '../../documents/scan-verification';
import type { EvidenceService } from '../../events/evidence';
import type { Journal } from '../../operations/journal';
import type { Outbox } from '../../operations/outbox';
import type { Packing } from '../../packing/packing';
import { writeFileAtomically } from '../../platform/atomic-write';
import type { Desktop } from '../../platform/desktop';
import { fileNameOf } from '../../platform/file-name';
import type { AccountPage } from '../../shipments/account-page';
import type { FormBackupStore } from '../../shipments/form-backup';
import { handleScan } from '../../shipments/scan-lookup';
import type { Shipments } from '../../shipments/shipments';
import { openWebPage } from './open-web-page';

/** The evidence is drawn for office paper. */
const EVIDENCE_PAPER = { stock: 'A4', ownStock: { widthMm: 210, heightMm: 297 } } as const;

export interface ShipmentsServices {
	formBackup: FormBackupStore;
	shipments: Shipments;
	journal: Journal;
	outbox: Outbox;
	scanVerification: ScanVerificationService;
	packing: Pick<Packing, 'knowsCode'>;
	catalog: Pick<Catalog, 'findIdByScan'>;
	evidence: Pick<EvidenceService, 'ofShipment'>;
	documentThread: Pick<DocumentThread, 'drawPackingPaper'>;
	/** The page of a shipment in the account at the service; for undefined, the account's list of shipments. */
	accountPage: (id: number | undefined) => Promise<AccountPage>;
	desktop: Desktop;
}

export const shipmentsHandlers = ({
	formBackup,
	shipments,
	journal,
	outbox,
	scanVerification,
	packing,
	catalog,
	evidence,
	documentThread,
	accountPage,
	desktop,
}: ShipmentsServices) =>
	({
		'form.save': ({ form }) => formBackup.save(form),
		'form.recover': () => formBackup.recover(),
		'shipments.create': async ({ draft, productId, book, id, ...options }) => ({
			shipment: await formBackup.track(id, () => shipments.create(draft, productId, book, id, options)),
		}),
		'shipments.findRecent': ({ reference }) => shipments.findRecent(reference),
		'shipments.findPickup': (sender) => journal.findLastPickup(sender),
		'shipments.printUnsaved': ({ id }) => shipments.printUnsaved(id),
		'shipments.saveDraft': ({ draft, id }) => shipments.saveDraft(draft, id),
		'shipments.queue': ({ draft, rule, limitEur, id, confirmedWarnings }) =>
			formBackup.track(id, () => shipments.queue(draft, rule, limitEur, id, confirmedWarnings)),
		'shipments.release': ({ id, limitEur }) => shipments.release(id, limitEur),
		'shipments.withdraw': ({ id }) => shipments.withdraw(id),
		'shipments.markVoid': ({ id, reason }) => shipments.markVoid(id, reason),
		'shipments.list': ({ filter, limit }) => journal.list(filter, undefined, limit),
		'shipments.rows': ({ filter, sort, offset, limit }) => journal.listRows(filter, sort, offset, limit),
		'shipments.days': ({ filter }) => journal.listDays(filter),
		'shipments.facets': () => journal.facets(),
		'shipments.listUnknown': () => journal.listUnknown(),
		'shipments.listRefused': () => journal.listRefused(),
		'shipments.acknowledgeRefused': ({ ids }) => shipments.acknowledgeRefused(ids),
		'shipments.listWaiting': () => journal.listWaiting(),
		'shipments.get': ({ id }) => shipments.detail(id),
		'shipments.resolve': (input) => shipments.resolve(input),
		'shipments.export': async ({ filter, ids }) => {
			const savePath = await desktop.chooseSavePath(`shipments-${new Date().toISOString().slice(0, 10)}.csv`);
			if (savePath === null) return null;
			const { exportShipments } = await import('../../shipments/export');
			return { path: savePath, shipments: await exportShipments(journal, filter, savePath, ids) };
		},
		'shipments.saveEvidence': async ({ id }) => {
			const { name, paper, file } = evidence.ofShipment(id);
			const savePath = await desktop.chooseSavePath(`${t('evidence##name of a file')}-${fileNameOf(name)}.pdf`);
			if (savePath === null) return null;
			const pdf = await documentThread.drawPackingPaper({ kind: 'evidence', evidence: paper }, EVIDENCE_PAPER);
			writeFileAtomically(savePath.replace(/(\.pdf)?$/i, '.evidence'), file);
			writeFileAtomically(savePath, pdf);
			return { path: savePath };
		},
		'shipments.openAccount': async ({ id }) => {
			const { url, cookie } = await accountPage(id);
			await (cookie ? desktop.openAccount(url, cookie) : openWebPage(desktop, url));
		},
		'outbox.resume': () => outbox.resume(),
		'scans.lookUp': ({ text }) => handleScan({ journal, scanVerification, packing, items: catalog }, text),
		'shipments.scan': ({ id, text }) => scanVerification.scan(id, text),
	}) satisfies HandlersOf<typeof shipmentsApi>;
