// Packing: the session in which one order is packed at a desk, and the answer to each scan.
import * as z from 'zod';
import { t } from '../i18n';
import type { PackageCarton, SuggestedCartons } from './carton';
import type { ItemFlag } from './item';
import type { OrderNotes, OrderState } from './saved-order';
import { choiceRuleSchema, type ShipmentState } from './shipment';

/** Codes on the command card. Letters only, and only those that QWERTY, QWERTZ and AZERTY keyboards have in the same place. */
export const PACK_COMMANDS = {
	FINISH: 'FINISHCODE',
	NEXTBOX: 'NEXTBOXCODE',
	UNDO: 'UNDOCODE',
	HOLD: 'HOLDCODE',
	REPRINT: 'REPRINTCODE',
	LATER: 'LATERCODE',
} as const;
export type PackCommand = keyof typeof PACK_COMMANDS;
export const packCommandSchema = z.enum(['FINISH', 'NEXTBOX', 'UNDO', 'HOLD', 'REPRINT', 'LATER']);
/** What each command does. */
export const packCommandText = (command: PackCommand): string =>
	({
		FINISH: t('Finish, book and print'),
		NEXTBOX: t('Next package'),
		UNDO: t('Undo the last scan'),
		HOLD: t('Hold this order'),
		REPRINT: t('Print the label again'),
		LATER: t('Continue later'),
	})[command];

/** How the desk packs. */
export const packingSettingsSchema = z.object({
	/** The last item's scan closes the package, books and prints; false: the packer confirms first. */
	booksAfterLastItem: z.boolean(),
	/** An order is shipped only when its printed label was scanned. */
	verifiesLabels: z.boolean(),
	/** After the label's scan the next order of the queue opens automatically. */
	opensNextOrder: z.boolean(),
	/** A scan of an item without an open order opens the earliest order that needs it. */
	opensByItem: z.boolean(),
	/** The flow as before: nothing is refused, and what a scan would have caught is listed. */
	isShadow: z.boolean(),
	/** Each package is weighed, and a wrong weight stops it. */
	weighs: z.boolean().default(false),
	/** How the rate option of a packed order is chosen. */
	rule: choiceRuleSchema,
	/** Highest price that is booked without asking, in euros. */
	limitEur: z
		.number({ error: () => t('A price is required') })
		.positive({ error: () => t('Enter a price above 0') })
		.max(100_000),
	/** Whether the desks of the site pack the same orders: an order is then opened at one desk only. */
	sharesOrders: z.boolean().default(false),
	/** Name of the box (see `Settings.parcelPresets`) of orders without a parcel size; empty: none. */
	box: z.string().max(20),
});
export type PackingSettings = z.infer<typeof packingSettingsSchema>;

/** A line of the session: something that is scanned, or that needs no scan. */
export interface PackLine {
	/** Place in the session's list, from 0. */
	index: number;
	/** SKU of the item; in a kit, SKU of the part. */
	sku: string;
	name: string;
	/** Name of the kit that it is a part of; empty when it is no part. */
	kitName: string;
	wanted: number;
	packed: number;
	/** False for lines that are not goods: they need no scan. */
	isGoods: boolean;
	flags: ItemFlag[];
	packingNote: string;
	/** Whether the item has a picture. */
	hasPicture: boolean;
	/** The item, for its picture; null when the catalogue does not have it. */
	itemId: number | null;
	/** Whether the item has a bar code; without one, it is counted by hand. */
	hasCode: boolean;
	/** Whether pieces may be counted by hand: not when a serial number or a lot is recorded. */
	isCountable: boolean;
}

export interface PackagePiece {
	lineIndex: number;
	quantity: number;
	serial: string;
	lot: string;
	/** ISO date; empty when not recorded. */
	expiresOn: string;
}

export interface PackPackage {
	/** From 1. */
	number: number;
	isClosed: boolean;
	pieces: PackagePiece[];
	/** Name of the box that the packer chose; empty: the suggested one. */
	chosenCarton: string;
	/** Its carton, from the time when the order is finished; null: none is known. */
	carton: PackageCarton | null;
	/** What the scale showed; null: not weighed. */
	weightKg: number | null;
	/** Why a wrong weight is right all the same; empty for a right one. */
	weightReason: string;
}

/**
 * Where a session stands:
 * - `scanning`: items are being scanned.
 * - `weighing`: all items are packed, and a package is to be weighed (see `weighs`).
 * - `confirming`: all items are packed; the packer confirms the booking (see `booksAfterLastItem`).
 * - `booking`: the packages are closed, and their booking is under way.
 * - `label`: booked and printed; the label is to be scanned.
 * - `staged`: closed without a label: the service cannot be reached, or a user has to decide something first.
 */
export type PackPhase = 'scanning' | 'weighing' | 'confirming' | 'booking' | 'label' | 'staged';

/** The order that is being packed at this desk. */
export interface PackView {
	sessionId: number;
	/** Raised by each change of the session. A request with another revision is refused. */
	revision: number;
	orderId: number;
	orderNumber: string;
	/** Whether the order was changed at its source since its packing began. The change has to be taken over first. */
	isOrderChanged: boolean;
	recipient: string;
	/** Lines of the recipient's address, without the country. */
	addressLines: string[];
	countryCode: string;
	/** When it has to leave, ISO 8601; null: not known. */
	shipBy: string | null;
	notes: OrderNotes;
	tags: string[];
	phase: PackPhase;
	lines: PackLine[];
	packages: PackPackage[];
	/** The line that the last scan counted; null when there is none. */
	lastLine: number | null;
	/** A serial number, lot or expiry date that has to be scanned or typed for a line. */
	question: { lineIndex: number; asks: 'serial' | 'lot' | 'expiresOn' } | null;
	/** Why the order cannot be booked yet, one sentence each. */
	problems: string[];
	/** What is to be checked before it is sent, such as restrictions of its goods; one sentence each. */
	warnings: string[];
	shipment: {
		id: number;
		state: ShipmentState;
		carrier: string;
		trackingNumber: string;
		message: string;
		/** Number of label pages to scan, and of those that were scanned. */
		labels: { scanned: number; pages: number };
	} | null;
	/** Desk where it was begun, if it was taken over; empty else. */
	takenFrom: string;
	/** The package to weigh, in the phase `weighing`. `expectedKg`: null if the weight of an item is not known. */
	weighing: { packageNumber: number; expectedKg: number | null } | null;
	/** The package whose box can be chosen, and the chosen box (empty: as suggested); null when the desk suggests no boxes. */
	boxChoice: { packageNumber: number; chosen: string } | null;
	/** The suggested cartons; null: none yet, or the desk has no cartons. */
	cartons: SuggestedCartons | null;
}

/** Why a scan was refused. Each kind has a sound of its own. */
export const REFUSALS = [
	'wrongItem',
	'surplus',
	'unknownCode',
	'unreadable',
	'wrongOrder',
	'wrongLabel',
	'voidedLabel',
	'serialUsed',
	'expired',
	'notPackable',
	'orderChanged',
	'incomplete',
	'wrongWeight',
	'wait',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** The answer to a scan or to a command. */
export interface PackFeedback {
	/**
	 * `right`: counted, opened or verified. `wrong`: refused; nothing changed. `ask`: something has to be scanned or typed. `done`: the
	 * order is complete.
	 */
	verdict: 'right' | 'wrong' | 'ask' | 'done';
	refusal: Refusal | null;
	/** What happened, for the large line; a few words. */
	title: string;
	/** What to do; may be empty. */
	message: string;
	/** A code that nobody knows, which can be taught; empty else. */
	unknownCode: string;
	/** The scanned order is open at another desk, and can be taken over; null else. */
	openElsewhere: { orderId: number; desk: string } | null;
	/** The session after the scan; null when none is open. */
	view: PackView | null;
}

/** A closed package without a verified label, or an order whose packing was put off. */
export interface StagedOrder {
	sessionId: number;
	orderId: number;
	orderNumber: string;
	recipient: string;
	/** Number on the slip of the package. */
	slipCode: string;
	kind: 'later' | 'staged' | 'label';
	/** Why it waits; a sentence. */
	reason: string;
	/** Desk that packs or packed it. */
	desk: string;
	at: string;
}

/** How an order of the queue looks from Pack. */
export interface QueueStatus {
	/** Orders that can be packed now. */
	open: number;
	/** Of these, those that have to leave today or earlier. */
	dueToday: number;
	next: { id: number; number: string; recipient: string; pieces: number; state: OrderState } | null;
	staged: StagedOrder[];
	/** What scans would have caught, in shadow mode. */
	shadowFindings: { at: string; orderNumber: string; text: string }[];
}

/** Asks for the labels of a booked order. */
export const scanLabelsText = (pages: number): string =>
	t('{pages, plural, =0 {Scan the label} one {Scan the label} other {Scan # labels}}', { pages });

/** Why a scan was refused, in a few words. */
export const refusalText = (refusal: Refusal): string =>
	({
		wrongItem: t('Not in this order'),
		surplus: t('Already complete'),
		unknownCode: t('Unknown code'),
		unreadable: t('Code not readable'),
		wrongOrder: t('Another order'),
		wrongLabel: t('Wrong label'),
		voidedLabel: t('STOP: void label'),
		serialUsed: t('Serial number used before'),
		expired: t('Expired'),
		notPackable: t('Not to be packed'),
		orderChanged: t('The order was changed'),
		incomplete: t('Not complete'),
		wrongWeight: t('Wrong weight'),
		wait: t('Please wait'),
	})[refusal];
