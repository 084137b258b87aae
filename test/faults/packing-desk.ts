// The child process of the packing campaign: a desk whose packer scans orders until none is left, and may be killed at any time. It
// knows only what the desk shows. Takes its options as JSON in the first argument, and prints a line of JSON before and after each
// scan.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { PACK_COMMANDS, type PackFeedback, type PackView, type StagedOrder } from '../../src-contract/model/packing';
import { packedOf } from '../../src-main/packing/pack-session';
import { random } from '../fixtures/address-book/made-up';
import { openServices } from '../fixtures/desk-services';
import { CATALOGUE, catalogueItem, nextScan } from './packing-goods';

export interface PackingDeskOptions {
	dataDir: string;
	built: string;
	partnerUrl: string;
	/** Ids of the orders that the parent does not know as shipped. */
	unfinished: number[];
	/** Seeds what the packer does. */
	seed: number;
}

/** Pieces of each SKU. */
export type Pieces = Record<string, number>;
/** An order as the desk has it on disk. */
export interface DeskOrder {
	orderId: number;
	state: string;
	/** Session that is not done; null when there is none. */
	session: { revision: number; packed: Pieces } | null;
}
export type DeskMessage =
	/** What the desk shows and has on disk after its start. */
	| { what: 'started'; shown: number | null; waiting: number[]; orders: DeskOrder[] }
	/** @param orderId null: the scan opens an order @param change of the pieces if the scan is right @param revision on the screen */
	| {
			what: 'before';
			text: string;
			orderId: number | null;
			change: Pieces;
			isRefused: boolean;
			revision: number | null;
	  }
	| {
			what: 'after';
			orderId: number | null;
			verdict: PackFeedback['verdict'];
			refusal: string;
			title: string;
			revision: number | null;
			packed: Pieces;
	  }
	| { what: 'shipped'; orderId: number }
	| { what: 'done' };

const options = JSON.parse(process.argv[2] ?? '') as PackingDeskOptions;
const labelsDir = path.join(options.dataDir, 'labels');
/** What the screen shows. */
let view: PackView | null = null;
/** A session that changed without a scan, as when its booking failed: the window shows it, too. */
function showChanged(changed: PackView | null): void {
	if (view && changed?.sessionId === view.sessionId && changed.revision > view.revision) view = changed;
}
const services = openServices(options.dataDir, options.partnerUrl, options.built, {
	push: (name, detail) => name === 'packing.changed' && showChanged((detail as PackFeedback).view),
});
const { packing, packSessions, orderStore, settings, jobs, queue, outbox } = services;
const next = random(options.seed);
const isChosen = (probability: number) => next() < probability;
settings.save({
	...settings.read(),
	deskName: 'Desk 1',
	packing: { ...settings.read().packing, opensNextOrder: isChosen(0.5) },
});
services.start();

const POLL_MS = 5;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
// A write to a pipe ends when the bytes are in the pipe, so that a kill loses none.
const report = (message: DeskMessage) => process.stdout.write(`${JSON.stringify(message)}\n`);

const piecesIn = (lines: readonly { sku: string }[], packed: (index: number) => number): Pieces => {
	const pieces: Pieces = {};
	for (const [index, { sku }] of lines.entries())
		if (packed(index) > 0) pieces[sku] = (pieces[sku] ?? 0) + packed(index);
	return pieces;
};
const packedIn = (view: PackView | null): Pieces =>
	piecesIn(view?.lines ?? [], (index) => view?.lines[index]?.packed ?? 0);

view = packing.current().view;
report({
	what: 'started',
	shown: view?.orderId ?? null,
	waiting: packing.queue().staged.map(({ orderId }) => orderId),
	orders: options.unfinished.map((orderId) => {
		const stored = packSessions.activeOf(orderId);
		return {
			orderId,
			state: orderStore.get(orderId).state,
			session: stored
				? {
						revision: stored.revision,
						packed: piecesIn(stored.session.lines, (index) => packedOf(stored.session, index)),
					}
				: null,
		};
	}),
});

/** Scans a code, as the window would send it. */
function scan(
	text: string,
	orderId: number | null,
	{ change = {}, isRefused = false }: Partial<{ change: Pieces; isRefused: boolean }> = {},
): void {
	const shown = view ? { sessionId: view.sessionId, revision: view.revision } : null;
	report({ what: 'before', text, orderId, change, isRefused, revision: shown?.revision ?? null });
	const answer = packing.scan(text, shown);
	view = answer.view;
	report({
		what: 'after',
		orderId: view?.orderId ?? null,
		verdict: answer.verdict,
		refusal: answer.refusal ?? '',
		title: answer.title,
		revision: view?.revision ?? null,
		packed: packedIn(view),
	});
}
const refresh = () => {
	view = packing.current().view;
};

const isMissing = ({ isGoods, wanted, packed }: PackView['lines'][number]) => isGoods && packed < wanted;
/** Scans that a packer makes besides the next item: a wrong item, and the commands of the card. */
function scanBesides({ orderId, lines, packages }: PackView): boolean {
	// An item that is not in a suggested order opens another order.
	if (packages.some(({ pieces }) => pieces.length > 0) && isChosen(0.04)) {
		const wrong = CATALOGUE.find(({ sku, codes }) => codes.length > 0 && !lines.some((line) => line.sku === sku));
		scan(wrong?.codes[0]?.code ?? '', orderId, { isRefused: true });
		return true;
	}
	const last = packages.at(-1)?.pieces.at(-1);
	const line = lines[last?.lineIndex ?? -1];
	if (last && line && isChosen(0.06)) {
		scan(PACK_COMMANDS.UNDO, orderId, { change: { [line.sku]: -last.quantity } });
		return true;
	}
	if (last && isChosen(0.04)) {
		scan(PACK_COMMANDS.NEXTBOX, orderId);
		return true;
	}
	if (last && isChosen(0.02)) {
		scan(PACK_COMMANDS.LATER, orderId);
		return true;
	}
	return false;
}
function scanNextItem(shown: PackView): void {
	const { orderId, lines, question } = shown;
	const asked = question && lines[question.lineIndex];
	if (asked) {
		scan(`SN-${orderId}-${asked.index}-${asked.packed}`, orderId, { change: { [asked.sku]: 1 } });
		return;
	}
	if (scanBesides(shown)) return;
	const waiting = lines.filter(isMissing);
	const line = waiting[Math.floor(next() * waiting.length)];
	if (!line) throw new Error('nothing is missing, and the order is not complete');
	const remaining = lines.reduce((sum, { sku, wanted, packed }) => sum + (sku === line.sku ? wanted - packed : 0), 0);
	const { codes, flags } = catalogueItem(line.sku);
	// Some serial numbers are in a bar code of their own, for which the desk asks.
	if (flags.includes('needsSerial') && isChosen(0.5)) {
		scan(codes[0]?.code ?? '', orderId);
		return;
	}
	const { text, pieces } = nextScan(line.sku, remaining, `SN-${orderId}-${line.index}-${line.packed}`);
	scan(text, orderId, { change: { [line.sku]: pieces } });
}

/** Files of a label in the folder of the printer. */
const labelFiles = (trackingNumber: string): string[] =>
	existsSync(labelsDir) ? readdirSync(labelsDir).filter((name) => name.startsWith(`${trackingNumber}-label`)) : [];
/** Looks for the printed label. Decides about a print that a kill interrupted by what is in the folder, as a user at the printer does. */
function hasLabel(shipmentId: number, trackingNumber: string): boolean {
	const files = labelFiles(trackingNumber);
	for (const { id, state } of jobs.jobsOfShipment(shipmentId)) {
		if (state !== 'doubtful') continue;
		if (files.length > 0) queue.confirmPrinted(id);
		else queue.retry(id, false);
	}
	return files.length > 0;
}
let isReprinted = false;
async function verifyLabel({ orderId, shipment }: PackView): Promise<void> {
	if (!shipment) throw new Error('the order waits for its label, and has no shipment');
	while (!hasLabel(shipment.id, shipment.trackingNumber)) await pause(POLL_MS);
	if (!isReprinted && isChosen(0.04)) {
		isReprinted = true;
		scan(PACK_COMMANDS.REPRINT, orderId);
		return;
	}
	isReprinted = false;
	if (isChosen(0.05)) {
		scan('T99999999', orderId, { isRefused: true });
		return;
	}
	scan(shipment.trackingNumber, orderId);
	if (orderStore.get(orderId).state === 'shipped') report({ what: 'shipped', orderId });
}

async function packShown(shown: PackView): Promise<void> {
	switch (shown.phase) {
		case 'scanning':
			scanNextItem(shown);
			break;
		case 'confirming':
			scan(PACK_COMMANDS.FINISH, shown.orderId);
			break;
		case 'label':
			await verifyLabel(shown);
			break;
		default:
			if (isChosen(0.01)) {
				scan(PACK_COMMANDS.LATER, shown.orderId);
				return;
			}
			// Its booking is under way, or its outcome is being asked for.
			await pause(POLL_MS);
			if (outbox.status().isStopped) outbox.resume();
			refresh();
	}
}
/** Continues an order by its number, by its slip or, if it is printed, by its label. */
function resume({ orderId, orderNumber, slipCode, kind }: StagedOrder): void {
	const trackingNumber =
		kind === 'label' ? services.journal.summary(orderStore.get(orderId).shipmentId ?? 0).trackingNumber : '';
	if (trackingNumber !== '' && labelFiles(trackingNumber).length > 0 && isChosen(0.3)) {
		scan(trackingNumber, orderId);
		if (orderStore.get(orderId).state === 'shipped') report({ what: 'shipped', orderId });
		return;
	}
	scan(isChosen(0.5) ? orderNumber : slipCode, orderId);
}
function openNext(): boolean {
	const { next: order } = packing.queue();
	if (!order) return false;
	const [line] = orderStore.get(order.id).lines;
	const item = line && catalogueItem(line.sku);
	// Item first: the desk opens the earliest order that needs it.
	if (item && line.isGoods && item.flags.length + item.parts.length === 0 && isChosen(0.4))
		scan(item.codes[0]?.code ?? '', null, { change: { [item.sku]: 1 } });
	else scan(order.number, order.id);
	return true;
}

for (let waited = 0; ; ) {
	const { staged } = packing.queue();
	const isSuggested =
		view !== null && Object.keys(packedIn(view)).length === 0 && packSessions.find(view.sessionId)?.session.isSuggested;
	// An order that waits for its booking is looked at again after others.
	const waiting = staged.find(({ kind }) => kind !== 'staged') ?? (isChosen(0.2) ? staged[0] : undefined);
	// The order on the screen comes first, unless the station has suggested it.
	if (waiting && (!view || (isSuggested && !view.question)) && isChosen(0.7)) resume(waiting);
	else if (view) await packShown(view);
	else if (!openNext()) {
		if (staged.length === 0) break;
		waited += 1;
		await pause(POLL_MS);
	}
	if (waited > 20_000) throw new Error(`orders wait forever: ${JSON.stringify(staged)}`);
	// A kill, and the answers of the service, come between two scans too.
	await pause(next() * 3);
}
report({ what: 'done' });
await services.close();
process.exit(0);
