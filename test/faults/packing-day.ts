// A recorded day in the real station: seeded orders are packed by scans alone through the window, with planted errors that the station
// must catch. Compares what the screen showed, the event log, the bookings and the printed labels with the plan of the day.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { PACK_COMMANDS, refusalText } from '../../src-contract/model/packing';
import type { OrderSummary } from '../../src-contract/model/saved-order';
import { answerDialogs, invoke, newDataDir, removeDataDir, type Station, startStation } from '../e2e/station';
import { random } from '../fixtures/address-book/made-up';
import { plainPlan } from '../fixtures/orders';
import { sender } from '../fixtures/shipment-draft';
import { readPackingLog } from './packing-data';
import { orderFile, PLANTED_KINDS, type PlannedOrder, type PlantedKind, planDay } from './packing-day-plan';
import { CATALOGUE, catalogueItem, EXPIRED_ON, gs1Code, nextScan, type OrderLines, piecesOf } from './packing-goods';
import {
	openOrder,
	openPackScreen,
	readScreen,
	type ShownAnswer,
	scanCode,
	shownTrackingNumber,
	untilPhase,
} from './packing-screen';

export interface PackingDayReport {
	orders: number;
	/** Pieces of the orders that were packed. */
	items: number;
	scans: number;
	/** Maximum of the scans and keys of an order beyond its items, without planted errors. */
	maxScansBeyondItems: number;
	/** Orders with more than `MAX_SCANS_BEYOND_ITEMS`. */
	tooManyScans: number;
	plantedErrors: number;
	caught: number;
	missed: number;
	/** Right scans that were refused. */
	falselyRefused: number;
	bookedTwice: number;
	printedTwice: number;
	/** Orders that are not shipped with exactly their pieces, one booking and one label. */
	notShipped: number;
	seconds: number;
	failures: string[];
}

/** An order costs one scan to open it, its items, and its label. */
const MAX_SCANS_BEYOND_ITEMS = 2;
/** Maximum wait for a booking, or for a label file. */
const MAX_WAIT_MS = 60_000;
/** Maximum number of orders between the first that is not packed and one that is scanned. */
const MAX_LEAP = 10;
const SEED = 40;
const LIST_PAGE = 100;

/** An order of the day, and what is packed of it. */
interface DayOrder extends PlannedOrder {
	id: number;
	/** Pieces to scan by SKU. */
	wanted: Map<string, number>;
	packed: Map<string, number>;
	/** Scans and keys, without those of planted errors. */
	scans: number;
	isPlanted: boolean;
	trackingNumber: string;
	/** Whether its first shipment was voided, so that it is booked twice. */
	isVoided: boolean;
}
const dayOrder = (planned: PlannedOrder, id: number): DayOrder => ({
	...planned,
	id,
	wanted: piecesOf(planned.lines),
	packed: new Map(),
	scans: 0,
	isPlanted: planned.planted === undefined,
	trackingNumber: '',
	isVoided: false,
});
const remainingOf = ({ wanted, packed }: DayOrder, sku: string): number =>
	(wanted.get(sku) ?? 0) - (packed.get(sku) ?? 0);
const pieces = (counts: Map<string, number>): number => [...counts.values()].reduce((total, count) => total + count, 0);
const missingPieces = ({ wanted, packed }: DayOrder): number => pieces(wanted) - pieces(packed);

async function importOrders(station: Station, name: string, content: string): Promise<void> {
	const file = path.join(station.dataDir, name);
	writeFileSync(file, content);
	await answerDialogs(station, { open: file });
	const { columns } = await invoke<{ columns: { target: unknown }[] }>(station.page, 'orders.open');
	const plan = { ...plainPlan, columns: columns.map(({ target }) => target) };
	await invoke(station.page, 'orders.createBatch', { plan, allowDuplicate: true });
}
async function listOrders({ page }: Station): Promise<OrderSummary[]> {
	const orders: OrderSummary[] = [];
	for (;;) {
		const found = await invoke<{ orders: OrderSummary[]; total: number }>(page, 'orders.list', {
			filter: {},
			sort: { by: 'created', isDescending: false },
			offset: orders.length,
			limit: LIST_PAGE,
		});
		orders.push(...found.orders);
		if (found.orders.length === 0 || orders.length >= found.total) return orders;
	}
}

/** What must not change when a scan is refused. */
const stateOf = ({ view }: ShownAnswer): string =>
	JSON.stringify(view && [view.orderId, view.phase, view.lines.map(({ packed }) => packed), view.packages.length]);

/** Packs the orders of the plan as a packer does, who looks at the screen after each scan. */
function createDay(station: Station, plan: readonly PlannedOrder[], report: PackingDayReport) {
	const { page } = station;
	const next = random(SEED);
	const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(next() * values.length)] as Value;
	const orders = new Map<number, DayOrder>();
	/** Orders to pack, in the order of their import. */
	const waiting = new Set<number>();
	const shipped: DayOrder[] = [];
	const usedSerials = new Map<string, string>();
	let screen: ShownAnswer;

	async function scan(text: string): Promise<ShownAnswer> {
		report.scans += 1;
		screen = await scanCode(page, text);
		if (!screen.isAnswered) throw new Error(`the screen took no code of the scan ${text}`);
		return screen;
	}
	/** A scan that must be right. @param order the order whose scans are counted */
	async function scanRight(order: DayOrder | undefined, text: string): Promise<void> {
		const { verdict, title, message, orderNumber } = await scan(text);
		if (order) order.scans += 1;
		if (verdict !== 'wrong') return;
		report.falselyRefused += 1;
		report.failures.push(
			`${order?.number ?? 'no order'}, on the screen ${orderNumber}: ${text} was refused: ${title}. ${message}`,
		);
		if (report.falselyRefused > 20) throw new Error(`too many right scans were refused: ${report.failures.join('\n')}`);
	}
	/** A scan that must be refused, and must change nothing. */
	async function scanWrong(kind: PlantedKind, text: string): Promise<void> {
		report.plantedErrors += 1;
		const before = stateOf(await readScreen(page));
		const { verdict, title, message } = await scan(text);
		const isUnchanged = stateOf(screen) === before;
		if (verdict === 'wrong' && title === refusalText(PLANTED_KINDS[kind]) && isUnchanged) {
			report.caught += 1;
			return;
		}
		report.missed += 1;
		report.failures.push(
			`${kind}: ${text} was answered with ${verdict}, ${title}, ${message}${isUnchanged ? '' : `; ${before} became ${stateOf(screen)}`}`,
		);
	}

	async function addOrders(planned: readonly PlannedOrder[], fromId: number): Promise<DayOrder[]> {
		const byNumber = new Map(planned.map((order) => [order.number, order]));
		const added = (await listOrders(station)).flatMap(({ id, number }) => {
			const order = id >= fromId ? byNumber.get(number) : undefined;
			return order ? [dayOrder(order, id)] : [];
		});
		for (const order of added) {
			orders.set(order.id, order);
			waiting.add(order.id);
		}
		return added;
	}

	/** The code of an error that this order shows now; undefined when it does not yet, or its error is of another time. */
	function errorCode(order: DayOrder): string | undefined {
		const missing = missingPieces(order);
		const isHalfPacked = missing > 0 && pieces(order.packed) > 0;
		switch (order.planted) {
			case 'serialReused': {
				const serial = usedSerials.get('CAM-000');
				return serial && remainingOf(order, 'CAM-000') > 0 ? gs1Code('CAM-000', serial) : undefined;
			}
			case 'expiredLot':
				return remainingOf(order, 'TEA-000') > 0 ? gs1Code('TEA-000', 'L-OLD', EXPIRED_ON) : undefined;
			case 'packTooLarge':
				return remainingOf(order, 'ITEM-010') > 0 ? catalogueItem('ITEM-010').codes[1]?.code : undefined;
			case 'kitPartMissing':
				return missing === 1 ? PACK_COMMANDS.FINISH : undefined;
			case 'surplus': {
				const complete = [...order.wanted.keys()].find((sku) => remainingOf(order, sku) === 0);
				return complete && missing > 0 ? catalogueItem(complete).codes[0]?.code : undefined;
			}
			default:
				return isHalfPacked ? errorCodeOfAny(order) : undefined;
		}
	}
	function errorCodeOfAny({ id, planted, wanted }: DayOrder): string | undefined {
		switch (planted) {
			case 'wrongItem':
				return CATALOGUE.find(({ sku, codes }) => codes.length > 0 && !wanted.has(sku))?.codes[0]?.code;
			case 'short':
				return PACK_COMMANDS.FINISH;
			case 'unknownCode':
				return 'NO-ITEM-4711';
			case 'unreadable':
				return '95\ufffd\ufffd\u000121\ufffd';
			case 'otherOrder':
				return orders.get([...waiting].find((other) => other !== id) ?? 0)?.number;
			case 'labelForItem':
				return pick(shipped).trackingNumber;
			default:
				return undefined;
		}
	}

	/** The order changes at its source. The desk refuses the next scan, until the packer has taken over the change. */
	async function changeAtSource(order: DayOrder, code: string): Promise<void> {
		const lines: OrderLines = { ...order.lines, 'ITEM-013': 3 };
		await importOrders(station, `change-${order.number}.csv`, orderFile([{ number: order.number, lines }]));
		await scanWrong('changedOrder', code);
		await page.keyboard.press('Alt+a');
		await page.getByRole('button', { name: /Pack the changed order/ }).waitFor({ state: 'detached' });
		order.wanted = piecesOf(lines);
	}
	/** The packer teaches the code of an item that is known only from the order. */
	async function teachCode(order: DayOrder, sku: string): Promise<void> {
		await scanWrong('unknownSku', `CODE-OF-${sku}`);
		await page.keyboard.press('Alt+c');
		await page.getByTestId('pack-teach').waitFor();
		// An Enter soon after a scan is taken for that of the scanner.
		await page.getByRole('button', { name: /Save the code and count/ }).click();
		await page.getByTestId('pack-teach').waitFor({ state: 'detached' });
		order.packed.set(sku, 1);
	}
	async function scanItems(order: DayOrder): Promise<void> {
		for (;;) {
			const sku = [...order.wanted.keys()].find((wanted) => remainingOf(order, wanted) > 0);
			if (!sku) return;
			if (sku.startsWith('NEW')) {
				await teachCode(order, sku);
				order.isPlanted = true;
				continue;
			}
			const piece = `${order.id}-${sku}-${order.packed.get(sku) ?? 0}`;
			const { text, pieces: count } = nextScan(sku, remainingOf(order, sku), piece);
			const isHalfPacked = pieces(order.packed) > 0;
			const wrong = order.isPlanted ? undefined : errorCode(order);
			if (order.planted && wrong) {
				order.isPlanted = true;
				await scanWrong(order.planted, wrong);
			}
			if (order.planted === 'changedOrder' && !order.isPlanted && isHalfPacked) {
				order.isPlanted = true;
				await changeAtSource(order, text);
			}
			await scanRight(order, text);
			order.packed.set(sku, (order.packed.get(sku) ?? 0) + count);
			if (sku.startsWith('CAM')) usedSerials.set(sku, piece);
		}
	}

	async function untilPrinted(trackingNumber: string): Promise<void> {
		const file = path.join(station.labelsDir, `${trackingNumber}-label.pdf`);
		for (const deadline = Date.now() + MAX_WAIT_MS; !existsSync(file); )
			if (Date.now() > deadline) throw new Error(`${file} is not printed`);
			else await new Promise((resolve) => setTimeout(resolve, 5));
	}
	/** The packer sees an error on the label: the shipment is voided and booked again, and the old label is scanned by mistake. */
	async function voidAndBookAgain(order: DayOrder): Promise<void> {
		const { shipmentId } = await invoke<{ shipmentId: number }>(page, 'orders.get', { id: order.id });
		await invoke(page, 'shipments.markVoid', { id: shipmentId, reason: 'address' });
		await untilPhase(page, ['staged'], MAX_WAIT_MS);
		const voidedNumber = order.trackingNumber;
		await page.getByRole('button', { name: 'Book again' }).first().click();
		order.scans += 1;
		await untilPhase(page, ['label'], MAX_WAIT_MS);
		order.trackingNumber = await shownTrackingNumber(page);
		await untilPrinted(order.trackingNumber);
		await scanWrong('voidedLabel', voidedNumber);
		order.isVoided = true;
	}
	async function verifyLabel(order: DayOrder): Promise<void> {
		screen = await untilPhase(page, ['label', 'staged'], MAX_WAIT_MS);
		if (screen.view?.phase !== 'label')
			throw new Error(`${order.number} has no label: ${screen.title}. ${screen.message}`);
		order.trackingNumber = await shownTrackingNumber(page);
		await untilPrinted(order.trackingNumber);
		if (order.planted === 'voidedLabel') await voidAndBookAgain(order);
		if (order.planted === 'wrongLabel') await scanWrong('wrongLabel', pick(shipped).trackingNumber);
		if (order.planted === 'itemForLabel')
			await scanWrong('itemForLabel', catalogueItem('ITEM-001').codes[0]?.code ?? '');
		await scanRight(order, order.trackingNumber);
		if (order.planted === 'labelTwice') await scanWrong('labelTwice', order.trackingNumber);
		if (order.planted === 'sameOrderTwice') await scanWrong('sameOrderTwice', order.number);
	}
	async function packShownOrder(): Promise<void> {
		const order = orders.get(screen.view?.orderId ?? 0);
		if (!order || !waiting.has(order.id))
			throw new Error(`${screen.orderNumber} is on the screen, and is not to be packed`);
		await scanItems(order);
		await verifyLabel(order);
		waiting.delete(order.id);
		shipped.push(order);
		report.items += pieces(order.wanted);
		const scansBeyondItems = order.scans - pieces(order.wanted);
		report.maxScansBeyondItems = Math.max(report.maxScansBeyondItems, scansBeyondItems);
		if (scansBeyondItems <= MAX_SCANS_BEYOND_ITEMS) return;
		report.tooManyScans += 1;
		report.failures.push(`${order.number}: ${order.scans} scans of ${pieces(order.wanted)} items`);
	}

	/** Opens the suggested order by a scan of its item, another one by its number, or one by an item that is not in the suggestion. */
	async function openAny(): Promise<void> {
		const suggested = orders.get(screen.view?.orderId ?? 0);
		const choice = next();
		if (suggested && choice < 0.4) return;
		const near = [...waiting].slice(0, MAX_LEAP).flatMap((id) => orders.get(id) ?? []);
		const order = pick(near);
		const sku = [...order.wanted.keys()].find((wanted) => wanted.startsWith('ITEM') && !suggested?.wanted.has(wanted));
		if (choice < 0.75 || !sku) {
			await scanRight(order, order.number);
			return;
		}
		await scanRight(undefined, catalogueItem(sku).codes[0]?.code ?? '');
		// The desk has chosen the earliest order that needs the item.
		const opened = orders.get(screen.view?.orderId ?? 0);
		if (!opened?.wanted.has(sku)) throw new Error(`${sku} opened ${screen.orderNumber}, which does not need it`);
		opened.scans += 1;
		opened.packed.set(sku, 1);
	}
	const ofKind = (kind: PlantedKind) => [...orders.values()].filter(({ planted }) => planted === kind);

	/** Plants errors while no goods of an order are scanned. @returns whether an order was opened that has to be packed now */
	async function plantBetweenOrders(): Promise<boolean> {
		for (const kind of ['heldOrder', 'cancelledOrder', 'duplicateNumber'] as const)
			for (const order of ofKind(kind)) {
				if (order.isPlanted || shipped.length < plan.findIndex(({ number }) => number === order.number)) continue;
				order.isPlanted = true;
				if (kind === 'duplicateNumber') {
					await plantDuplicate();
					return true;
				}
				await scanWrong(kind, order.number);
				if (kind !== 'heldOrder') continue;
				await invoke(page, 'orders.release', { ids: [order.id] });
				waiting.add(order.id);
			}
		return false;
	}
	/** Another shop has an order with the same number: the packer opens the right one in Orders. */
	async function plantDuplicate(): Promise<void> {
		const numbers = [...orders.values()].map(({ number }) => number);
		const order = [...waiting]
			.flatMap((id) => orders.get(id) ?? [])
			.filter(
				({ id, number }) => id !== screen.view?.orderId && numbers.filter((other) => other === number).length === 1,
			)
			.at(-1);
		if (!order) throw new Error('no order is left for a duplicate number');
		const lines: OrderLines = { 'ITEM-022': 1, 'ITEM-023': 1 };
		const planned: PlannedOrder = { number: order.number, lines, planted: undefined };
		await importOrders(station, `second-${order.number}.csv`, orderFile([planned], { source: 'second' }));
		const [added] = await addOrders([planned], Math.max(...orders.keys()) + 1);
		if (!added) throw new Error(`${order.number} of the second shop was not imported`);
		report.orders += 1;
		await scanWrong('duplicateNumber', order.number);
		await openOrder(page, added.id);
		await page.waitForFunction(() => !location.hash.includes('order='));
		await page.getByTestId('pack-title').getByText(`Order ${order.number}`).waitFor();
		screen = await readScreen(page);
		if (screen.view?.orderId !== added.id)
			throw new Error(`${screen.orderNumber} was opened instead of ${order.number}`);
	}

	return {
		async prepare(): Promise<void> {
			for (const item of CATALOGUE) await invoke(page, 'items.save', item);
			await importOrders(station, 'orders.csv', orderFile(plan));
			await addOrders(plan, 1);
			if (orders.size !== plan.length) throw new Error(`${orders.size} of ${plan.length} orders were imported`);
			const held = ofKind('heldOrder').map(({ id }) => id);
			await invoke(page, 'orders.hold', { ids: held, reason: 'Payment is missing' });
			const [byUser, ...bySource] = ofKind('cancelledOrder');
			if (byUser) await invoke(page, 'orders.cancel', { ids: [byUser.id] });
			if (bySource.length > 0)
				await importOrders(station, 'cancelled.csv', orderFile(bySource, { status: 'cancelled' }));
			for (const { id } of [...ofKind('heldOrder'), ...ofKind('cancelledOrder')]) waiting.delete(id);
		},
		async pack(): Promise<void> {
			screen = await readScreen(page);
			while (waiting.size > 0) {
				if (!(await plantBetweenOrders())) await openAny();
				await packShownOrder();
				if (process.env.DEBUG && shipped.length % 20 === 0)
					console.error(shipped.length, report.scans, report.caught, report.missed, report.falselyRefused);
			}
		},
		orders: (): DayOrder[] => [...orders.values()],
	};
}

/** Compares the day with the databases of the desk and of the service, and with the label files. */
function checkOutcome(
	report: PackingDayReport,
	station: Pick<Station, 'dataDir' | 'labelsDir'>,
	orders: DayOrder[],
): void {
	const deskFile = path.join(station.dataDir, 'waybill.db');
	const log = readPackingLog(deskFile);
	const desk = new DatabaseSync(deskFile, { readOnly: true });
	const rows = desk
		.prepare(
			`SELECT customer_order.id, customer_order.state, shipment.state AS shipmentState, closed_at AS verifiedAt, tracking_number AS number
			FROM customer_order LEFT JOIN shipment ON shipment.id = shipment_id`,
		)
		.all() as {
		id: number;
		state: string;
		shipmentState: string | null;
		verifiedAt: string | null;
		number: string | null;
	}[];
	desk.close();
	const service = new DatabaseSync(path.join(station.dataDir, 'service', 'broker.db'), { readOnly: true });
	const booked = service
		.prepare(
			"SELECT tracking_number AS number, json_extract(request, '$.reference') AS reference FROM shipment WHERE status <> 'draft'",
		)
		.all() as { number: string; reference: string }[];
	service.close();
	const labels = readdirSync(station.labelsDir).filter((name) => /-label(-\d+)?\.pdf$/.test(name));
	report.printedTwice = labels.filter((name) => /-label-\d+\.pdf$/.test(name)).length;
	// Two shops may use one number.
	const countOf = (number: string) =>
		orders
			.filter((order) => order.number === number && order.trackingNumber !== '')
			.reduce((count, { isVoided }) => count + (isVoided ? 2 : 1), 0);
	for (const number of new Set(orders.map((order) => order.number))) {
		const bookings = booked.filter(({ reference }) => reference === number).length;
		if (bookings <= countOf(number)) continue;
		report.bookedTwice += 1;
		report.failures.push(`${number} was booked ${bookings} times`);
	}
	for (const { id, number, planted, wanted, trackingNumber } of orders) {
		if (planted === 'cancelledOrder') continue;
		const row = rows.find((candidate) => candidate.id === id);
		const logged = log.get(id);
		const hasPieces = [...wanted].every(([sku, count]) => logged?.packed.get(sku) === count);
		const isShipped =
			row?.shipmentState === 'booked' &&
			row.verifiedAt !== null &&
			row.number === trackingNumber &&
			booked.some((booking) => booking.number === trackingNumber && booking.reference === number) &&
			labels.includes(`${trackingNumber}-label.pdf`) &&
			logged?.closed === 1 &&
			logged.verified === 1 &&
			hasPieces &&
			pieces(logged.packed) === pieces(wanted);
		if (isShipped) continue;
		report.notShipped += 1;
		report.failures.push(
			`${number}: ${JSON.stringify(row)}, ${JSON.stringify([...(logged?.packed ?? [])])} of ${JSON.stringify([...wanted])}, closed ${logged?.closed}, verified ${logged?.verified}`,
		);
	}
}

/** @param count number of orders */
export async function packDay(count: number): Promise<PackingDayReport> {
	const report: PackingDayReport = {
		orders: count,
		items: 0,
		scans: 0,
		maxScansBeyondItems: 0,
		tooManyScans: 0,
		plantedErrors: 0,
		caught: 0,
		missed: 0,
		falselyRefused: 0,
		bookedTwice: 0,
		printedTwice: 0,
		notShipped: 0,
		seconds: 0,
		failures: [],
	};
	const dataDir = newDataDir({ sender });
	const station = await startStation(dataDir);
	try {
		const day = createDay(station, planDay(count), report);
		await station.page.getByTestId('service-state').getByText('online').waitFor();
		await day.prepare();
		await openPackScreen(station.page);
		const startMs = performance.now();
		await day.pack();
		report.seconds = Math.round((performance.now() - startMs) / 1000);
		await station.close();
		checkOutcome(report, station, day.orders());
	} finally {
		await station.close().catch(() => {});
		if (!process.env.KEEP) removeDataDir(dataDir);
	}
	return report;
}
