// The packing of orders at this desk: handles scans, commands and what is counted by hand. A scan is on disk, with its event, before it
// is answered.
import { t } from '../../src-contract/i18n';
import { emptyItem, type Item, type SavedItem } from '../../src-contract/model/item';
import {
	PACK_COMMANDS,
	type PackCommand,
	type PackFeedback,
	type PackPhase,
	packCommandText,
	type QueueStatus,
	type Refusal,
	refusalText,
	scanLabelsText,
} from '../../src-contract/model/packing';
import { isBadgeCode } from '../../src-contract/model/people';
import type { PackerException } from '../../src-contract/model/saved-order';
import { amountText } from '../../src-contract/rules/amount-text';
import { localDay, startOfDay } from '../../src-contract/rules/days';
import type { Catalog, ScannedItem } from '../catalog/catalog';
import { codeKey } from '../catalog/item-code';
import { toOrderEvent } from '../events/event-texts';
import type { StoredOrder } from '../orders/saved/order-store';
import type { Cartons } from './cartons/cartons';
import { type ClosingDependencies, createClosing } from './closing';
import { createLabelScans, type LabelScansDependencies } from './label-scans';
import { createOpening, type OpeningDependencies } from './opening';
import type { OtherDesk } from './order-claims';
import { createPackDesk } from './pack-desk';
import {
	answerQuestion,
	countByHand,
	firstUnweighed,
	hasPackedSerial,
	isComplete,
	isUntouchedSuggestion,
	newSession,
	nextPackage,
	type PackFacts,
	type PackResult,
	type PackSession,
	packedOf,
	piecesPacked,
	scanItem,
	takeOut,
	undoLast,
	withChosenCarton,
	withWeight,
} from './pack-session';
import type { StoredSession } from './pack-session-store';
import { itemName, type NamedItem, notPackableText, refusedItemText } from './refusal-texts';
import { isReadable, readingsOf } from './scanner-text';
import { sessionLines } from './session-lines';
import type { PackageWeightCheck } from './weight/package-weight-check';

/** Number of findings of the shadow mode that the screen lists. */
const MAX_FINDINGS = 100;

export interface PackingDependencies extends OpeningDependencies, ClosingDependencies, LabelScansDependencies {
	cartons: OpeningDependencies['cartons'] & ClosingDependencies['cartons'] & Pick<Cartons, 'hasBox'>;
	weightCheck: Pick<PackageWeightCheck, 'problem' | 'learn'>;
	claims: OpeningDependencies['claims'] & ClosingDependencies['claims'];
	catalog: Pick<Catalog, 'find' | 'findBySku' | 'findByScan' | 'hasPicture' | 'skusWithItem' | 'save'>;
	/** Prints the labels of a shipment again. */
	reprintLabels: (shipmentId: number) => void;
	now: () => Date;
	/** Sends a session to the screen that changed without a call of it. */
	push: (feedback: PackFeedback) => void;
}

/** The session on the screen. */
interface ShownSession {
	sessionId: number;
	revision: number;
}

export function createPacking(dependencies: PackingDependencies) {
	const {
		database,
		orders,
		sessions,
		views,
		cartons,
		weightCheck,
		events,
		catalog,
		settings,
		desk,
		now,
		push,
		onChange,
		onError,
	} = dependencies;
	const packDesk = createPackDesk(dependencies);
	const { answer, refuse, save, currentSession, showClosed, lastAnswered } = packDesk;
	const opening = createOpening(dependencies, packDesk);
	const { openOrder, nextOrder, putOff, withOrderLines, closedText, complete } = opening;
	const closing = createClosing(dependencies, packDesk);
	const { scanLabel, scanAnyLabel, refuseVoided } = createLabelScans(dependencies, packDesk, opening);

	/** Sessions that another desk's claim ended, until the screen is told. */
	const lost: { orderId: number; sessionId: number; message: string }[] = [];

	const facts = (orderId: number): PackFacts => ({
		today: localDay(now()),
		isSerialUsed: (itemId, serial) => sessions.isSerialUsed(itemId, serial, orderId),
	});

	/** Why nothing can be packed for the order on the screen now; undefined when it can. */
	function blockingRefusal(stored: StoredSession): { refusal: Refusal; message: string } | undefined {
		const order = orders.get(stored.orderId);
		if (stored.state === 'open' && order.storedState !== 'packing')
			return {
				refusal: 'notPackable',
				message: `${notPackableText(order)} ${t('Put the goods back, and choose "{command}".', { command: packCommandText('LATER') })}`,
			};
		if (stored.state === 'open' && order.revision !== stored.session.orderRevision)
			return {
				refusal: 'orderChanged',
				message: `${order.reason}. ${t('Press "{command}" first.', { command: t('Pack the changed order') })}`,
			};
		if (stored.state === 'closed') return { refusal: 'wait', message: closedText(stored) };
		return stored.state === 'open' ? undefined : { refusal: 'wait', message: t('Open the order again.') };
	}

	/** What the open question of a session asks for. */
	const questionText = ({ question }: PackSession): string =>
		({
			serial: t('Scan the serial number'),
			lot: t('Scan the lot'),
			expiresOn: t('Scan or type the expiry date'),
		})[question?.asks ?? 'serial'];

	/** Saves what a scan changed, and finishes the order when it was the last item. */
	function apply(stored: StoredSession, result: PackResult, code: string, item: NamedItem): PackFeedback {
		if (result.kind === 'refused')
			return refuse(result.refusal, refusedItemText(result.refusal, item, stored.session), code, stored);
		const saved = database.transaction(() => {
			if (result.kind === 'counted')
				for (const { lineIndex, quantity, serial, lot, expiresOn } of result.pieces) {
					const sku = result.session.lines[lineIndex]?.sku ?? '';
					const details = { ...(serial && { serial }), ...(lot && { lot }), ...(expiresOn && { expiresOn }) };
					if (code === '') events.append('packing.counted', { orderId: stored.orderId }, { sku, quantity });
					else
						events.append(
							'packing.scanned',
							{ orderId: stored.orderId },
							{ sku, quantity, code: code.slice(0, 80), ...details },
						);
				}
			return save(stored, { session: { ...result.session, isSuggested: false } });
		});
		if (result.kind === 'asks') {
			return answer('ask', questionText(result.session), itemName(item), saved);
		}
		if (isComplete(saved.session) && settings().booksAfterLastItem) return closing.finish(saved);
		const line = saved.session.lines[result.lineIndex];
		const packed = line ? packedOf(saved.session, result.lineIndex) : 0;
		return answer('right', itemName(item), t('{packed} of {wanted}', { packed, wanted: line?.wanted ?? 0 }), saved);
	}

	/** The item of a line, or what the line says of it. */
	const lineItem = ({ lines }: PackSession, lineIndex: number): NamedItem => lines[lineIndex] ?? { name: '', sku: '' };

	function answerOpenQuestion(stored: StoredSession, text: string, readings: readonly string[]): PackFeedback {
		const { question } = stored.session;
		const item = lineItem(stored.session, question?.lineIndex ?? 0);
		const scanned = findItem(readings);
		const itemId = stored.session.lines[question?.lineIndex ?? 0]?.itemId;
		const detail = question && scanned?.item.id === itemId ? scanned?.[question.asks] : '';
		// The bar code of an item is a frequent mistake for its serial number.
		if (scanned && !detail)
			return refuse(
				'unreadable',
				`${t('This is the bar code of {item}.', { item: itemName(scanned.item) })} ${questionText(stored.session)}.`,
				text,
				stored,
			);
		const result = answerQuestion(stored.session, detail || text, facts(stored.orderId));
		if (result.kind === 'refused' && result.refusal === 'unreadable' && question?.asks === 'expiresOn')
			return refuse('unreadable', t('Type the date as year-month-day: 2027-12-31.'), text, stored);
		return apply(stored, result, text, item);
	}

	function findItem(readings: readonly string[]): ScannedItem | undefined {
		for (const reading of readings) {
			const found = catalog.findByScan(reading);
			if (found) return found;
		}
		return undefined;
	}

	/** The order of a tote or an order number. @returns `several` when more than one open order has the number */
	function findOrder(readings: readonly string[]): StoredOrder | 'several' | undefined {
		for (const reading of readings) {
			const ofTote = sessions.orderOfTote(codeKey(reading));
			if (ofTote !== undefined) return orders.get(ofTote);
			const found = orders.findByNumber(reading);
			const packable = found.filter(({ state }) => state === 'open' || state === 'packing');
			if (packable.length > 1) return 'several';
			const order = packable[0] ?? found[0];
			if (order) return order;
		}
		return undefined;
	}

	const scannedToSession = ({ item, ...scanned }: ScannedItem) => ({ ...scanned, itemId: item.id });

	/** Item first: opens the earliest order that needs the item. Nothing is opened when its scan would be refused. */
	function openByItem(found: ScannedItem, code: string, stored: StoredSession | undefined): PackFeedback {
		const next = orders.nextPackable(catalog.skusWithItem(found.item.sku));
		if (!next)
			return refuse('notPackable', t('No open order needs {item}.', { item: itemName(found.item) }), code, stored);
		const order = orders.get(next.id);
		const before =
			sessions.activeOf(order.id)?.session ??
			newSession(sessionLines(order.lines, catalog.findBySku, catalog.hasPicture), order.revision, `SLIP${order.id}`);
		const expected = scanItem(before, scannedToSession(found), facts(order.id));
		if (expected.kind === 'refused')
			return refuse(expected.refusal, refusedItemText(expected.refusal, found.item, before), code, stored);
		openOrder(next.id);
		const opened = sessions.openAt(desk());
		if (!opened) return answer('wrong', refusalText('notPackable'), '', stored);
		const answered = apply(
			opened,
			scanItem(opened.session, scannedToSession(found), facts(order.id)),
			code,
			found.item,
		);
		const opening = t('Order {number}', { number: order.number });
		return answered.verdict === 'right' ? { ...answered, message: `${opening} · ${answered.message}` } : answered;
	}

	function scanOrder(order: StoredOrder | 'several', code: string, open: StoredSession | undefined): PackFeedback {
		if (order === 'several')
			return refuse('wrongOrder', t('Several open orders have this number. Open the right one in Orders.'), code, open);
		const isFinished = ['shipped', 'packed', 'held', 'cancelled', 'exception'].includes(order.state);
		if (open && open.orderId !== order.id && isFinished && !sessions.activeOf(order.id))
			return refuse(
				'notPackable',
				`${t('Order {number}', { number: order.number })}. ${notPackableText(order)}`,
				code,
				open,
			);
		if (open?.orderId === order.id) return answer('right', t('Order {number}', { number: order.number }), '', open);
		if (open && !isUntouchedSuggestion(open.session) && piecesPacked(open.session) > 0)
			return refuse(
				'wrongOrder',
				t('This is order {number}. Finish the order on the screen first, or choose "{command}".', {
					number: order.number,
					command: packCommandText('LATER'),
				}),
				code,
				open,
			);
		return openOrder(order.id);
	}

	/** Refuses the code of a kit whose parts are scanned. */
	function partsRefusal(item: SavedItem, code: string, open: StoredSession | undefined): PackFeedback | undefined {
		if (item.parts.length === 0 || !item.isScannedByParts) return undefined;
		const message = t('{item} is a kit. Scan its parts, not the kit.', { item: itemName(item) });
		return { ...refuse('wrongItem', message, code, open), title: t('Scan the parts') };
	}

	/** A code while an order is open, or none. @param open the open session; undefined when there is none */
	function scanCode(text: string, readings: readonly string[], open: StoredSession | undefined): PackFeedback {
		const item = findItem(readings);
		if (item) {
			const kit = partsRefusal(item.item, text, open);
			if (kit) return kit;
			const isInOrder = open?.session.lines.some(({ itemId, isGoods }) => itemId === item.item.id && isGoods);
			const mayOpenOther = settings().opensByItem && (!open || (isUntouchedSuggestion(open.session) && !isInOrder));
			if (mayOpenOther) return openByItem(item, text, open);
			if (!open) return refuse('wait', t('Scan an order first.'), text);
			return apply(open, scanItem(open.session, scannedToSession(item), facts(open.orderId)), text, item.item);
		}
		const order = findOrder(readings);
		if (order) return scanOrder(order, text, open);
		for (const reading of readings) {
			const staged = sessions.ofSlip(reading.toUpperCase());
			if (staged) return scanOrder(orders.get(staged.orderId), text, open);
		}
		const label = scanAnyLabel(text, open);
		if (label) return label;
		if (open && readings.some((reading) => hasPackedSerial(open.session, reading)))
			return refuse('serialUsed', t('This serial number is packed already.'), text, open);
		const code = text.slice(0, 80);
		return refuse(
			'unknownCode',
			open
				? t('No item of this desk has the code {code}. Put it aside, or add the code to an item.', { code })
				: t('No order, item or label of this desk has the code {code}.', { code }),
			text,
			open,
			{ unknownCode: code },
		);
	}

	function undo(stored: StoredSession): PackFeedback {
		const result = undoLast(stored.session);
		if (!result) return answer('right', t('Nothing to undo'), '', stored);
		const { session, undone } = result;
		const lineIndex = undone?.lineIndex ?? stored.session.question?.lineIndex;
		const item = lineIndex === undefined ? { name: '', sku: '' } : lineItem(session, lineIndex);
		const saved = database.transaction(() => {
			if (undone)
				events.append('packing.undone', { orderId: stored.orderId }, { sku: item.sku, quantity: undone.quantity });
			return save(stored, { session });
		});
		return answer('right', t('Undone##of a scan'), itemName(item), saved);
	}

	function closePackage(stored: StoredSession): PackFeedback {
		const session = nextPackage(stored.session);
		if (!session) return refuse('incomplete', t('The open package is empty.'), '', stored);
		const number = session.packages.length;
		const saved = database.transaction(() => {
			events.append('packing.packageClosed', { orderId: stored.orderId }, { number: number - 1 });
			return save(stored, { session });
		});
		return answer('right', t('Package {number}', { number }), '', saved);
	}

	/** The order leaves the desk with a state that a user has to decide about. */
	function leave(stored: StoredSession, title: string, write: () => void): PackFeedback {
		database.transaction(() => {
			write();
			if (stored.state === 'open' || stored.state === 'closed') {
				const isEmpty = piecesPacked(stored.session) === 0;
				if (isEmpty) dependencies.claims.request(stored.orderId, 'free');
				save(stored, { state: isEmpty ? 'dropped' : 'later', session: { ...stored.session, question: null } });
			}
		});
		showClosed(undefined);
		onChange([stored.orderId]);
		return answer('right', title, orders.get(stored.orderId).number);
	}

	function hold(stored: StoredSession): PackFeedback {
		const reason = t('Held at {desk}', { desk: desk() });
		return leave(stored, t('Held##of an order'), () => {
			orders.setState(stored.orderId, 'held', { reason });
			events.append('order.held', { orderId: stored.orderId }, { reason });
		});
	}

	function later(stored: StoredSession): PackFeedback {
		if (stored.state === 'closed') {
			const phase = views.phase(stored);
			if (phase === 'booking' || phase === 'staged') closing.stageWithSlip(stored, t('Postponed'));
			showClosed(undefined);
			return answer('right', t('Postponed'), orders.get(stored.orderId).number);
		}
		database.transaction(() => putOff(stored));
		onChange([stored.orderId]);
		return answer('right', t('Postponed'), orders.get(stored.orderId).number);
	}

	function reprint(stored: StoredSession): PackFeedback {
		const shipment = views.shipmentOf(orders.get(stored.orderId));
		if (shipment?.state !== 'booked') return refuse('wait', t('There is no label yet.'), '', stored);
		dependencies.reprintLabels(shipment.id);
		return answer('ask', t('The label is printed again'), t('Scan the label.'), stored);
	}

	function runCommand(stored: StoredSession, command: PackCommand): PackFeedback {
		if (command === 'LATER') return later(stored);
		if (command === 'REPRINT') return reprint(stored);
		if (command === 'UNDO' && stored.state === 'open') return undo(stored);
		const blocked = blockingRefusal(stored);
		if (blocked) return refuse(blocked.refusal, blocked.message, '', stored);
		if (command === 'HOLD') return hold(stored);
		return command === 'NEXTBOX' ? closePackage(stored) : closing.finish(stored);
	}

	const commandIn = (readings: readonly string[]): PackCommand | undefined =>
		(Object.keys(PACK_COMMANDS) as PackCommand[]).find((command) =>
			readings.some((reading) => reading.toUpperCase() === PACK_COMMANDS[command]),
		);
	const requireSession = ({ sessionId, revision }: ShownSession): StoredSession =>
		sessions.require(sessionId, revision);

	/** What changed without a call of the screen: a booking ended, or failed. */
	function phaseFeedback(stored: StoredSession, phase: PackPhase): PackFeedback {
		if (phase === 'label' && !settings().verifiesLabels) return complete(stored, t('Booked##of an order'));
		const view = views.view(stored);
		if (phase === 'label') {
			const pages = view.shipment?.labels.pages ?? 1;
			return pages > 1
				? answer('ask', scanLabelsText(pages), t('Scan the code of the single package on each label.'), stored)
				: answer('ask', scanLabelsText(pages), view.shipment?.trackingNumber ?? '', stored);
		}
		if (phase !== 'staged') return answer('right', '', '', stored);
		const reason = view.shipment?.message || view.problems[0] || '';
		return answer('wrong', t('Packed, without a label'), reason, closing.stageWithSlip(stored, reason));
	}

	return {
		/** See `packing.current`. */
		current(): PackFeedback {
			const stored = currentSession();
			if (stored?.state === 'open') cartons.request(orders.get(stored.orderId), stored.session);
			return answer('right', '', '', stored);
		},

		queue(): QueueStatus {
			const today = localDay(now());
			const next = nextOrder();
			return {
				...orders.queueCounts(today, startOfDay(today, 1).toISOString()),
				next: next
					? { id: next.id, number: next.number, recipient: next.recipient, pieces: next.pieces, state: next.state }
					: null,
				staged: sessions.waiting().flatMap((stored) => views.staged(stored) ?? []),
				shadowFindings: events.ofKind('packing.found', MAX_FINDINGS).map((event) => ({
					at: event.at,
					orderNumber: event.orderId === null ? '' : orders.get(event.orderId).number,
					text: toOrderEvent(event).text,
				})),
			};
		},

		/** Whether a code is that of an order, its tote or its slip. */
		knowsCode(text: string): boolean {
			const readings = readingsOf(text);
			return findOrder(readings) !== undefined || readings.some((reading) => sessions.ofSlip(reading.toUpperCase()));
		},

		open: (orderId: number, takeOver: boolean): PackFeedback => openOrder(orderId, { takeOver }),
		openNext(): PackFeedback {
			const current = sessions.openAt(desk());
			if (current)
				return answer('right', t('Order {number}', { number: orders.get(current.orderId).number }), '', current);
			const next = nextOrder();
			return next ? openOrder(next.id) : answer('done', t('No order is waiting'), '');
		},

		/**
		 * Handles a code of an item, an order, a tote, a label, a slip or a command.
		 * @param shown the session on the screen; null when there is none
		 * @throws `packing.changed` when the screen shows an older state
		 */
		scan(text: string, shown: ShownSession | null): PackFeedback {
			const stored = shown ? requireSession(shown) : undefined;
			// A badge that was typed so slowly that it is taken for input is not recorded.
			if (isBadgeCode(text)) return answer('wrong', t('Scan your badge'), '', stored);
			if (!isReadable(text)) return refuse('unreadable', t('Scan it again.'), text, stored);
			const unseen = stored ? undefined : sessions.openAt(desk());
			if (unseen) return refuse('wait', t('An order is still open. Look at it, and scan again.'), text, unseen);
			const readings = readingsOf(text);
			const command = commandIn(readings);
			if (command) return stored ? runCommand(stored, command) : refuse('wait', t('No order is open.'), text);
			if (!stored) return scanCode(text, readings, undefined);
			// An open session looks for labels after items.
			const mayBeLabel = stored.state === 'closed' || stored.session.question !== null;
			const voided = mayBeLabel && !findOrder(readings) ? refuseVoided(text, stored) : undefined;
			if (voided) return voided;
			if (stored.state === 'closed') {
				const phase = views.phase(stored);
				if (phase === 'label' && settings().verifiesLabels) return scanLabel(stored, text);
				if (phase === 'booking') return refuse('wait', closedText(stored), text, stored);
				return scanCode(text, readings, undefined);
			}
			const order = stored.state === 'open' ? findOtherOrder(readings, stored) : undefined;
			if (order) return scanOrder(order, text, stored);
			const blocked = blockingRefusal(stored);
			if (blocked) return refuse(blocked.refusal, blocked.message, text, stored);
			if (stored.session.question) return answerOpenQuestion(stored, text, readings);
			return scanCode(text, readings, stored);
		},

		/** @throws `packing.changed` */
		command: (command: PackCommand, shown: ShownSession): PackFeedback => runCommand(requireSession(shown), command),

		/** Counts pieces by hand; a negative quantity takes pieces out. @throws `packing.changed` */
		count(lineIndex: number, quantity: number, shown: ShownSession): PackFeedback {
			const stored = requireSession(shown);
			const blocked = blockingRefusal(stored);
			if (blocked) return refuse(blocked.refusal, blocked.message, '', stored);
			const item = lineItem(stored.session, lineIndex);
			if (quantity > 0)
				return apply(stored, countByHand(stored.session, lineIndex, quantity, facts(stored.orderId)), '', item);
			const session = takeOut(stored.session, lineIndex, -quantity);
			if (!session) return refuse('surplus', t('Fewer pieces are packed.'), '', stored);
			const saved = database.transaction(() => {
				events.append('packing.undone', { orderId: stored.orderId }, { sku: item.sku, quantity: -quantity });
				return save(stored, { session });
			});
			return answer('right', t('Taken out##of pieces'), itemName(item), saved);
		},

		/** Reports an exception: the order leaves the desk. @throws `packing.changed` */
		except(exception: PackerException, note: string, shown: ShownSession): PackFeedback {
			const stored = requireSession(shown);
			const { orderId } = stored;
			return database.transaction(() => {
				if (!closing.withdrawBooking(orders.get(orderId)))
					return refuse('wait', t('It is booked. Decide about its shipment in Shipments.'), '', stored);
				return leave(stored, t('Reported##of a problem'), () => {
					orders.setState(orderId, 'exception', { exception, reason: note });
					events.append('packing.excepted', { orderId }, { exception, note });
				});
			});
		},

		/** Takes over a change of the order. @throws `packing.changed` */
		acceptChange(shown: ShownSession): PackFeedback {
			const stored = requireSession(shown);
			if (stored.state !== 'open') return answer('right', '', '', stored);
			const { stored: saved, tooMany } = database.transaction(() => {
				events.append('packing.changeAccepted', { orderId: stored.orderId }, {});
				return withOrderLines(stored, orders.get(stored.orderId));
			});
			if (tooMany.length === 0) return answer('right', t('Change accepted'), '', saved);
			const items = tooMany.map(({ sku, quantity }) => `${quantity} × ${sku}`).join(', ');
			return answer('ask', t('Take out'), items, saved);
		},

		/**
		 * Records the weight of the package that is to be weighed. A wrong weight is refused unless there is a reason for it.
		 * @throws `packing.changed`
		 */
		weigh(packageNumber: number, weightKg: number, reason: string, shown: ShownSession): PackFeedback {
			const stored = requireSession(shown);
			const blocked = blockingRefusal(stored);
			if (blocked) return refuse(blocked.refusal, blocked.message, '', stored);
			const order = orders.get(stored.orderId);
			const pack = views.packageToWeigh(order, stored.session);
			if (pack?.number !== packageNumber || views.phase(stored) !== 'weighing')
				return refuse('wait', t('There is nothing to weigh now.'), '', stored);
			const problem = weightCheck.problem(stored.session, pack, weightKg) ?? '';
			if (problem !== '' && reason === '') return refuse('wrongWeight', problem, '', stored);
			const weightReason = problem === '' ? '' : reason;
			const saved = database.transaction(() => {
				const weighed = { number: pack.number, weightKg, problem, reason: weightReason };
				events.append('packing.weighed', { orderId: order.id }, weighed);
				return save(stored, { session: withWeight(stored.session, pack.number, { weightKg, weightReason }) });
			});
			if (firstUnweighed(saved.session)) return closing.askForWeight(saved);
			return settings().booksAfterLastItem
				? closing.finish(saved)
				: answer('right', t('{weight} kg', { weight: amountText(weightKg) }), '', saved);
		},

		/** Chooses the box of the package that the view names; an empty name: the suggested one. @throws `packing.changed` */
		chooseCarton(carton: string, shown: ShownSession): PackFeedback {
			const stored = requireSession(shown);
			const blocked = blockingRefusal(stored);
			if (blocked) return refuse(blocked.refusal, blocked.message, '', stored);
			if (carton !== '' && !cartons.hasBox(carton))
				return refuse('wait', t('The desk has no box with this name any more.'), '', stored);
			const order = orders.get(stored.orderId);
			const isAsked = isComplete(stored.session) && views.unknownBox(order, stored.session) !== undefined;
			const { packageNumber } = views.boxChoiceOf(order, stored.session) ?? { packageNumber: 1 };
			const saved = database.transaction(() => {
				events.append('packing.cartonChosen', { orderId: stored.orderId }, { number: packageNumber, carton });
				return save(stored, { session: withChosenCarton(stored.session, packageNumber, carton) });
			});
			// The order was to be finished when the box was asked for.
			if (isAsked && settings().booksAfterLastItem) return closing.finish(saved);
			return answer('right', carton || t('Box as suggested'), t('Package {number}', { number: packageNumber }), saved);
		},

		/** Adds an unknown code to the item of a line, and counts the scan. @throws `packing.changed`, `item.taken` */
		teach(lineIndex: number, text: string, quantity: number, shown: ShownSession): PackFeedback {
			const stored = requireSession(shown);
			const blocked = blockingRefusal(stored);
			if (blocked) return refuse(blocked.refusal, blocked.message, text, stored);
			const line = stored.session.lines[lineIndex];
			if (!line || (line.sku === '' && line.itemId === null))
				return refuse('wrongItem', t('The line has no SKU. Add the item in Items.'), text, stored);
			const { item, saved } = database.transaction(() => {
				const known: SavedItem | undefined =
					line.itemId === null ? catalog.findBySku(line.sku) : catalog.find(line.itemId);
				const { id, ...content }: Item & { id?: number } = known ?? { ...emptyItem, sku: line.sku, name: line.name };
				const taught = catalog.save({ ...content, codes: [...content.codes, { code: text, quantity }] }, id);
				events.append('item.codeTaught', { orderId: stored.orderId }, { sku: taught.sku, code: text, quantity });
				// The line may have had no item.
				return { item: taught, saved: withOrderLines(stored, orders.get(stored.orderId)).stored };
			});
			const scanned = { itemId: item.id, quantity, serial: '', lot: '', expiresOn: '' };
			return apply(saved, scanItem(saved.session, scanned, facts(stored.orderId)), text, item);
		},

		/** @throws `order.notFound` */
		assignTote(orderId: number, code: string): void {
			orders.get(orderId);
			sessions.assignTote(codeKey(code), orderId);
		},

		bookStaged: closing.bookStaged,
		/** The site confirmed that no other desk has packed the order. Call it in a transaction. */
		bookConfirmed: closing.bookConfirmed,
		shipmentVoided: closing.shipmentVoided,
		/** Another desk of the site has an order: what was packed of it here is not booked. Call it in a transaction. */
		lose(orderId: number, { desk: other, isPacked }: OtherDesk): void {
			const order = orders.get(orderId);
			const stored = sessions.activeOf(orderId);
			const elsewhere = isPacked
				? t('Packed at {desk}.', { desk: other })
				: t('Being packed at {desk}.', { desk: other });
			if (!stored) {
				if (order.storedState === 'open') orders.setState(orderId, 'open', { reason: elsewhere });
				return;
			}
			events.append('packing.lost', { orderId }, { desk: other });
			const isClosed = stored.state === 'closed';
			if (isClosed && !closing.withdrawBooking(order)) return;
			save(stored, { state: 'dropped' });
			const reason = `${elsewhere} ${t('Nothing was booked here. Put the goods back.')}`;
			if (isClosed) orders.setState(orderId, 'held', { reason });
			else if (order.storedState === 'packing') orders.setState(orderId, 'open', { reason: elsewhere });
			lost.push({ orderId, sessionId: stored.id, message: reason });
		},
		/** The site answered about these orders. Never throws. */
		claimsAnswered(orderIds: readonly number[]): void {
			const seen = lost.splice(0).find(({ sessionId }) => lastAnswered()?.sessionId === sessionId);
			try {
				if (orderIds.length > 0) onChange(orderIds);
				dependencies.outbox.wake();
				if (seen) push(refuse('notPackable', seen.message, orders.get(seen.orderId).number));
			} catch (error) {
				onError(error);
			}
			this.refresh();
		},

		/** Looks whether the session on the screen changed: a shipment was booked or refused, or an order changed. Never throws. */
		refresh(): void {
			try {
				const stored = currentSession();
				if (!stored || lastAnswered()?.sessionId !== stored.id) return;
				const phase = views.phase(stored);
				if (phase !== lastAnswered()?.phase) push(phaseFeedback(stored, phase));
			} catch (error) {
				onError(error);
			}
		},
		/** The boxes of an order are suggested. Never throws. */
		boxesSuggested(orderId: number): void {
			try {
				const stored = currentSession();
				const isShown = stored?.orderId === orderId && lastAnswered()?.sessionId === stored.id;
				if (isShown && stored.state === 'open') push(answer('right', '', '', stored));
			} catch (error) {
				onError(error);
			}
		},
		/** The orders changed at their source. Never throws. */
		ordersChanged(orderIds: readonly number[]): void {
			try {
				const stored = currentSession();
				if (stored?.state === 'open' && orderIds.includes(stored.orderId) && lastAnswered()?.sessionId === stored.id) {
					const blocked = blockingRefusal(stored);
					if (blocked)
						push(answer('wrong', refusalText(blocked.refusal), blocked.message, stored, { refusal: blocked.refusal }));
				}
			} catch (error) {
				onError(error);
			}
		},
	};

	/** Another order than that of the session. An order number may look like a serial number: then it answers the question. */
	function findOtherOrder(readings: readonly string[], { orderId, session }: StoredSession): StoredOrder | undefined {
		if (session.question || findItem(readings)) return undefined;
		const order = findOrder(readings);
		return order && order !== 'several' && order.id !== orderId ? order : undefined;
	}
}
export type Packing = ReturnType<typeof createPacking>;
