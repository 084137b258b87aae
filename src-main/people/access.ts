// Which rights a call of the screens needs, while people sign in at the desk. Pure. A new method does not compile without its line.
import { isDeepStrictEqual } from 'node:util';
import type { Input, MethodName } from '../../src-contract/api';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { includesRole, type PeopleState, type Role, roleText } from '../../src-contract/model/people';
import type { Settings } from '../../src-contract/model/settings';

/** `anyone`: also before a sign-in. `prices`: packers of a desk on which they see prices, and leads. */
type Access = 'anyone' | 'prices' | Role;
type AccessRule<Name extends MethodName> = Access | ((input: Input<Name>, settings: Settings) => Access);

/** Settings of the screen itself, which every packer changes. */
const PERSONAL_SETTINGS: readonly (keyof Settings)[] = [
	'theme',
	'language',
	'textSizePercent',
	'isLarge',
	'isCompact',
	'sounds',
	'shipmentColumns',
];
/** Settings that a lead changes. */
const LEAD_SETTINGS: readonly (keyof Settings)[] = [...PERSONAL_SETTINGS, 'parcelPresets', 'packing', 'sender'];

function settingsAccess(input: Settings, settings: Settings): Access {
	const changed = (Object.keys(input) as (keyof Settings)[]).filter(
		(name) => !isDeepStrictEqual(input[name], settings[name]),
	);
	if (changed.every((name) => PERSONAL_SETTINGS.includes(name))) return 'packer';
	return changed.every((name) => LEAD_SETTINGS.includes(name)) ? 'lead' : 'admin';
}

const ACCESS: { [Name in MethodName]: AccessRule<Name> } = {
	'people.state': 'anyone',
	'people.signInByBadge': 'anyone',
	'people.signInByPin': 'anyone',
	'people.signOut': 'anyone',
	'people.list': 'admin',
	'people.save': 'admin',
	'people.remove': 'admin',
	'people.printBadge': 'admin',
	'people.revokeBadge': 'admin',
	'people.setAccess': 'admin',
	'station.status': 'anyone',
	'station.screenReady': 'anyone',
	'clipboard.copy': 'packer',
	'links.open': 'packer',
	'settings.read': 'anyone',
	'settings.save': settingsAccess,
	'credentials.status': 'lead',
	'credentials.set': 'admin',
	'credentials.unlock': 'lead',
	'credentials.clear': 'admin',
	'service.test': 'lead',
	'site.status': 'packer',
	'site.join': 'admin',
	'site.unlock': 'lead',
	'site.leave': 'admin',
	'site.shareBook': 'admin',
	'site.resolveConflict': 'lead',
	'addresses.search': 'packer',
	'addresses.list': 'packer',
	'addresses.check': 'packer',
	'addresses.parsePasted': 'packer',
	'addresses.facets': 'packer',
	'addresses.dismissNotice': 'packer',
	'addresses.save': 'packer',
	'addresses.remove': 'packer',
	'addresses.merge': 'lead',
	'addresses.undo': 'packer',
	'addresses.history': 'packer',
	'addresses.batches': 'packer',
	'addresses.duplicates': 'packer',
	'addresses.markDistinct': 'lead',
	'addresses.importOpen': 'lead',
	'addresses.importOpenDropped': 'lead',
	'addresses.importRead': 'lead',
	'addresses.importPreview': 'lead',
	'addresses.importRows': 'lead',
	'addresses.importApply': 'lead',
	'addresses.importClose': 'lead',
	'addresses.export': 'lead',
	'addresses.progress': 'packer',
	'addresses.cancelTask': 'packer',
	'addresses.snapshots': 'lead',
	'addresses.snapshotOpen': 'lead',
	'addresses.backupOpen': 'lead',
	'addresses.snapshotRows': 'lead',
	'addresses.snapshotClose': 'lead',
	'addresses.restore': 'lead',
	'addresses.backup': 'lead',
	'rates.quote': 'prices',
	'rates.cheaperVariant': 'prices',
	'duties.estimate': 'prices',
	'duties.print': 'prices',
	'goods.suggest': 'packer',
	'goods.describe': 'packer',
	'goods.remember': 'packer',
	'goods.restrictions': 'packer',
	// What the form of this window holds, while the desk is locked too.
	// The form is saved with these rights when the window is closed.
	'form.save': ({ form }) => (form?.editedRow ? 'lead' : form?.savedDraftId ? 'prices' : 'packer'),
	'form.recover': 'packer',
	'shipments.create': 'prices',
	'shipments.printUnsaved': 'packer',
	'shipments.findRecent': 'prices',
	'shipments.findPickup': 'packer',
	'shipments.saveDraft': 'prices',
	'shipments.queue': 'prices',
	// Approves a price.
	'shipments.release': 'lead',
	'shipments.withdraw': 'prices',
	'shipments.markVoid': 'lead',
	'shipments.list': 'prices',
	'shipments.rows': 'prices',
	'shipments.days': 'prices',
	'shipments.facets': 'prices',
	'shipments.listUnknown': 'prices',
	'shipments.listRefused': 'prices',
	'shipments.acknowledgeRefused': 'prices',
	'shipments.listWaiting': 'prices',
	'shipments.get': 'prices',
	// Decides whether a shipment is booked again.
	'shipments.resolve': 'lead',
	'shipments.export': 'lead',
	'shipments.saveEvidence': 'lead',
	'shipments.openAccount': 'lead',
	'outbox.resume': 'prices',
	'shipments.scan': 'packer',
	'scans.lookUp': 'packer',
	'orders.open': 'lead',
	'orders.openDropped': 'lead',
	'orders.openWaiting': 'lead',
	'orders.read': 'lead',
	'orders.preview': 'lead',
	'orders.createBatch': 'lead',
	'orders.close': 'packer',
	'orders.waiting': 'packer',
	'orders.list': 'packer',
	'orders.facets': 'packer',
	'orders.get': 'packer',
	'orders.saveDraft': 'packer',
	'orders.hold': 'packer',
	'orders.release': 'packer',
	'orders.cancel': 'lead',
	'orders.shipShort': 'lead',
	'orders.tag': 'packer',
	'orders.combinable': 'packer',
	'orders.combine': 'lead',
	'orders.shipInBulk': 'lead',
	'orders.printPickList': 'packer',
	'orders.printSlips': 'packer',
	'items.list': 'packer',
	'items.counts': 'packer',
	'items.get': 'packer',
	'items.save': 'lead',
	'items.remove': 'lead',
	'items.picture': 'packer',
	'items.setPicture': 'lead',
	'items.history': 'packer',
	'items.undo': 'lead',
	'items.export': 'lead',
	'items.importOpen': 'lead',
	'items.importOpenDropped': 'lead',
	'items.importRead': 'lead',
	'items.importPreview': 'lead',
	'items.importRows': 'lead',
	'items.importApply': 'lead',
	'items.importClose': 'lead',
	'packing.current': 'packer',
	'packing.queue': 'packer',
	'packing.scan': 'packer',
	'packing.command': 'packer',
	'packing.open': 'packer',
	'packing.openNext': 'packer',
	'packing.count': 'packer',
	'packing.except': 'packer',
	'packing.acceptChange': 'packer',
	// A reason says that a wrong weight is right all the same.
	'packing.weigh': ({ reason }) => (reason === '' ? 'packer' : 'lead'),
	'packing.chooseCarton': 'packer',
	'packing.teach': 'lead',
	'packing.assignTote': 'packer',
	'packing.bookStaged': 'packer',
	'packing.printCard': 'packer',
	'batches.list': 'prices',
	'batches.get': 'prices',
	'batches.rows': 'prices',
	'batches.draft': 'prices',
	'batches.save': 'lead',
	'batches.products': 'prices',
	'batches.rate': 'lead',
	'batches.start': 'lead',
	'batches.pause': 'prices',
	'batches.stop': 'lead',
	'batches.editRow': 'lead',
	'batches.fillRows': 'lead',
	'batches.remove': 'lead',
	'batches.export': 'lead',
	'documents.page': 'packer',
	'documents.export': 'packer',
	// They answer with the shipment and its prices.
	'documents.correctKind': 'prices',
	'documents.setCropped': 'prices',
	'documents.reprocess': 'prices',
	'printing.print': 'packer',
	'printing.printHeld': 'lead',
	'printing.printSlip': 'packer',
	'printing.jobs': 'packer',
	'printing.listOpen': 'packer',
	'printing.previewScaled': 'packer',
	'printing.retry': 'packer',
	'printing.moveTo': 'packer',
	'printing.confirm': 'packer',
	'printing.cancel': 'packer',
	'printers.list': 'packer',
	'printers.discover': 'lead',
	'printers.discoverNetwork': 'lead',
	'printers.save': 'lead',
	'printers.remove': 'lead',
	'printers.setFallback': 'lead',
	'printers.switchLabelPrinter': 'packer',
	'printers.labelPrinter': 'packer',
	'printers.chooseFolder': 'lead',
	'printers.test': 'packer',
	'printers.verifyTestLabel': 'packer',
	'printRules.read': 'packer',
	'printRules.save': 'lead',
	'reports.read': 'prices',
	'reports.boxes': 'prices',
	'reports.packers': 'lead',
	'reports.checkInvoice': 'lead',
	'reports.exportDispute': 'lead',
	'reports.export': 'lead',
	'reports.exportPage': 'lead',
	'support.collect': 'lead',
	'support.save': 'lead',
	'desk.backUp': 'admin',
	'desk.move': 'admin',
	'desk.restore': 'admin',
};

/**
 * Refuses a call that the person who is signed in may not make.
 * @throws `people.signInRequired`, `people.notAllowed`
 */
export function requireAccess<Name extends MethodName>(
	name: Name,
	input: Input<Name>,
	{ isOn, packersSeePrices, signedIn }: PeopleState,
	settings: Settings,
): void {
	if (!isOn) return;
	const rule: AccessRule<Name> = ACCESS[name];
	const access = typeof rule === 'function' ? rule(input, settings) : rule;
	if (access === 'anyone') return;
	if (!signedIn)
		throw new AppError(
			'people.signInRequired',
			t('Sign in first: scan your badge, or enter your PIN. Nothing was changed.'),
		);
	const needed = access === 'prices' ? (packersSeePrices ? 'packer' : 'lead') : access;
	if (includesRole(signedIn.role, needed)) return;
	const message = includesRole(signedIn.ownRole, needed)
		? t('Enter your PIN for this: a badge gives the rights of a packer. Nothing was changed.')
		: t('This needs the role "{role}". Nothing was changed.', { role: roleText(needed) });
	throw new AppError('people.notAllowed', message);
}
