// The packing session of this desk, and the answer to the last scan. Each call carries the session and the revision of the view on
// the screen, so that the station refuses what was meant for another order or for an older state.
import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { errorMessage } from '../../../src-contract/lib/error-message';
import { createMutex } from '../../../src-contract/lib/mutex';
import type { PackCommand, PackFeedback, PackView, QueueStatus, Refusal } from '../../../src-contract/model/packing';
import type { PackerException } from '../../../src-contract/model/saved-order';
import { call } from '../../lib/bridge';
import { messageRef, onLanguageChange } from '../../lib/language-change';
import { playSound } from '../../lib/sounds';
import { withUnchangedLines } from './pack-view-changes';

/** What the band shows. */
export interface ShownFeedback extends Omit<PackFeedback, 'view'> {
	/** Title of a refusal that this one replaced within `MISSED_REFUSAL_MS`: the packer may not have seen it. Empty: none. */
	missedTitle: string;
}
/** A refusal that stood for a shorter time is shown together with the next answer. */
const MISSED_REFUSAL_MS = 2000;
/** After this time a call shows on the buttons that it runs. */
const SLOW_CALL_MS = 150;

const soundOf = (verdict: PackFeedback['verdict'], refusal: Refusal | null) =>
	verdict === 'wrong' ? (refusal ?? 'stop') : verdict;

/** The session on the screen, as each call that changes it carries it. */
interface SessionInput {
	sessionId: number;
	revision: number;
}

export const usePackStore = defineStore('pack', () => {
	const view = shallowRef<PackView | null>(null);
	const feedback = shallowRef<ShownFeedback>();
	const queue = shallowRef<QueueStatus>();
	/** Error of the last load of the queue. */
	const queueError = messageRef();
	/** An order that is open at another desk, until the packer takes it over or leaves it there. */
	const takeOver = shallowRef<{ orderId: number; message: string }>();
	/** Number of calls that are running or wait. */
	const pendingCount = ref(0);
	/**
	 * Whether they have taken so long that the buttons show it. Most answers come within a frame: showing each call would draw the
	 * screen twice for one scan.
	 */
	const isSlow = ref(false);
	let slowTimer: ReturnType<typeof setTimeout> | undefined;
	/** The session whose notes the packer has seen. */
	const notesSeenOf = ref(0);
	let feedbackAt = Number.NEGATIVE_INFINITY;

	const { runExclusive } = createMutex();
	const session = (): SessionInput | null =>
		view.value && { sessionId: view.value.sessionId, revision: view.value.revision };

	function showFeedback({ view: nextView, ...next }: PackFeedback): void {
		const now = performance.now();
		const previous = feedback.value;
		const wasMissed = previous?.verdict === 'wrong' && now - feedbackAt < MISSED_REFUSAL_MS;
		feedbackAt = now;
		// An item without a name has no title.
		const line = nextView && nextView.lastLine !== null ? nextView.lines[nextView.lastLine] : undefined;
		feedback.value = {
			...next,
			title: next.title || (line?.sku ?? ''),
			missedTitle: wasMissed && next.verdict !== 'wrong' ? previous.title : '',
		};
		playSound(soundOf(next.verdict, next.refusal));
	}
	/** @param isMessage false: the answer only has the state of the session, and the band stays */
	function apply(answer: PackFeedback, isMessage = true): void {
		const previous = view.value;
		const isOtherSession = previous?.sessionId !== answer.view?.sessionId;
		// An event may have brought a newer state while the call ran.
		const isOlder = !isOtherSession && previous && answer.view && answer.view.revision < previous.revision;
		if (!isOlder) view.value = withUnchangedLines(previous, answer.view);
		const isRight = answer.verdict === 'right' || answer.verdict === 'done';
		if (answer.view && !isOtherSession && isRight && isMessage) notesSeenOf.value = answer.view.sessionId;
		if (isMessage) showFeedback(answer);
		else if (isOtherSession) feedback.value = undefined;
		if (isMessage || isOtherSession)
			takeOver.value = answer.openElsewhere
				? { orderId: answer.openElsewhere.orderId, message: answer.message }
				: undefined;
		if (!answer.view) void loadQueue();
	}
	function showError(error: unknown): void {
		showFeedback({
			verdict: 'wrong',
			refusal: null,
			title: t('Not done'),
			message: errorMessage(error),
			unknownCode: '',
			openElsewhere: null,
			view: null,
		});
	}
	const isStale = (error: unknown): boolean => error instanceof AppError && error.code === 'packing.changed';

	/**
	 * Runs calls one at a time, in the order of the scans: each is sent with the revision that the answer before it brought.
	 * @returns whether the call succeeded and nothing was refused
	 */
	function run(action: () => Promise<PackFeedback>): Promise<boolean> {
		pendingCount.value += 1;
		slowTimer ??= setTimeout(() => {
			isSlow.value = true;
		}, SLOW_CALL_MS);
		return runExclusive(async () => {
			try {
				const answer = await action();
				apply(answer);
				return answer.verdict !== 'wrong';
			} catch (error) {
				if (isStale(error)) await reload();
				showError(error);
				return false;
			} finally {
				pendingCount.value -= 1;
				if (pendingCount.value === 0) {
					clearTimeout(slowTimer);
					slowTimer = undefined;
					isSlow.value = false;
				}
			}
		});
	}
	const runningNames = new Set<string>();
	/** Ignores a second press of a button whose call still runs: it must not print or open twice. */
	async function runOnce(name: string, action: () => Promise<boolean>): Promise<boolean> {
		if (runningNames.has(name)) return false;
		runningNames.add(name);
		try {
			return await action();
		} finally {
			runningNames.delete(name);
		}
	}
	/** The session may have another revision, or be open at another desk now. */
	async function reload(): Promise<void> {
		// The message of the call is shown in any case; the state on the screen stays if it cannot be read.
		const current = await call('packing.current').catch(() => undefined);
		if (current) apply(current, false);
	}
	/** Makes a call for the session on the screen. Without one, nothing happens. */
	function change(send: (input: SessionInput) => Promise<PackFeedback>): Promise<boolean> {
		// Taken when the button is pressed: a press that was meant for this session must not reach the next one.
		const pressedFor = session();
		// Who presses a button has seen the message on the screen.
		feedbackAt = Number.NEGATIVE_INFINITY;
		if (!pressedFor) return Promise.resolve(false);
		return run(() => {
			const current = session();
			return send(current?.sessionId === pressedFor.sessionId ? current : pressedFor);
		});
	}

	let isQueueLoading = false;
	let isQueueOutdated = false;
	/** Orders change by the thousand during an import: one load runs at a time, and one more after the last change. */
	async function loadQueue(): Promise<void> {
		if (isQueueLoading) {
			isQueueOutdated = true;
			return;
		}
		isQueueLoading = true;
		try {
			queue.value = await call('packing.queue');
			queueError.value = '';
		} catch (error) {
			queueError.value = errorMessage(error);
		} finally {
			isQueueLoading = false;
		}
		if (!isQueueOutdated) return;
		isQueueOutdated = false;
		await loadQueue();
	}

	/** @param isTakeOver true: although the order is open at another desk */
	const open = (orderId: number, isTakeOver = false): Promise<boolean> =>
		runOnce(`open ${orderId}`, () => run(() => call('packing.open', { orderId, takeOver: isTakeOver })));
	/** Reads the open session, for a screen that has just been opened or whose language has changed. */
	const load = () => runExclusive(reload);
	/** An event of the main process: the session changed without a call of this screen. */
	function onChanged(changed: PackFeedback): void {
		const shown = view.value;
		const isOlder = shown && changed.view?.sessionId === shown.sessionId && changed.view.revision < shown.revision;
		if (isOlder) return;
		// It may be about the order before this one.
		if (shown && changed.view?.sessionId !== shown.sessionId) void load();
		else apply(changed, changed.title !== '');
	}
	onLanguageChange(() => {
		feedback.value = undefined;
		takeOver.value = undefined;
	});

	return {
		view,
		feedback,
		queue,
		queueError,
		takeOver,
		isBusy: computed(() => pendingCount.value > 0),
		isSlow,
		/** Whether the notes of the order are to be shown. */
		hasNewNotes: computed(
			() =>
				view.value !== null &&
				view.value.sessionId !== notesSeenOf.value &&
				Object.values(view.value.notes).some(Boolean),
		),
		dismissNotes(): void {
			notesSeenOf.value = view.value?.sessionId ?? 0;
		},
		/** The band of a screen that was left says nothing about what is scanned next. */
		clearFeedback(): void {
			feedback.value = undefined;
		},
		load,
		loadQueue,
		open,
		onChanged,
		scan: (text: string) => run(() => call('packing.scan', { text, session: session() })),
		openNext: () => runOnce('openNext', () => run(() => call('packing.openNext'))),
		bookStaged: (sessionId: number) =>
			runOnce(`bookStaged ${sessionId}`, () => run(() => call('packing.bookStaged', { sessionId }))),
		command: (command: PackCommand) =>
			runOnce(command, () => change((input) => call('packing.command', { ...input, command }))),
		count: (lineIndex: number, quantity: number) =>
			runOnce(`count ${lineIndex} ${quantity}`, () =>
				change((input) => call('packing.count', { ...input, lineIndex, quantity })),
			),
		except: (exception: PackerException, note: string) =>
			runOnce('except', () => change((input) => call('packing.except', { ...input, exception, note }))),
		weigh: (packageNumber: number, weightKg: number, reason: string) =>
			runOnce('weigh', () => change((input) => call('packing.weigh', { ...input, packageNumber, weightKg, reason }))),
		chooseCarton: (carton: string) =>
			runOnce('chooseCarton', () => change((input) => call('packing.chooseCarton', { ...input, carton }))),
		acceptChange: () => runOnce('acceptChange', () => change((input) => call('packing.acceptChange', input))),
		teach: (lineIndex: number, text: string, quantity: number) =>
			runOnce('teach', () => change((input) => call('packing.teach', { ...input, lineIndex, text, quantity }))),
	};
});
