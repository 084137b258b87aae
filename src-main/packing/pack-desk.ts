// The session that this desk works at, and what its screen was told last. Every answer to the screen is made here.
import { t } from '../../src-contract/i18n';
import {
	type PackFeedback,
	type PackingSettings,
	type PackPhase,
	type PackView,
	type Refusal,
	refusalText,
} from '../../src-contract/model/packing';
import type { EventLog } from '../events/event-log';
import type { PackSessionStore, StoredSession } from './pack-session-store';
import type { PackViews } from './pack-views';

/** Refusals that the shadow mode only notes. */
const NOTED_IN_SHADOW: readonly Refusal[] = [
	'wrongItem',
	'surplus',
	'unknownCode',
	'serialUsed',
	'expired',
	'incomplete',
	'wrongLabel',
];

export interface PackDeskDependencies {
	sessions: PackSessionStore;
	views: PackViews;
	events: EventLog;
	settings: () => PackingSettings;
	/** Name of this desk. */
	desk: () => string;
}

export function createPackDesk({ sessions, views, events, settings, desk }: PackDeskDependencies) {
	/** A session with closed packages that is on the screen. */
	let shownClosedId: number | undefined;
	/** What the screen was told last, to find out what changed since. */
	let lastAnswered: { sessionId: number; phase: PackPhase } | undefined;

	function answer(
		verdict: PackFeedback['verdict'],
		title: string,
		message: string,
		stored?: StoredSession,
		more: Partial<PackFeedback> = {},
	): PackFeedback {
		const view: PackView | null = stored ? views.view(stored) : null;
		lastAnswered = view ? { sessionId: view.sessionId, phase: view.phase } : undefined;
		return { verdict, refusal: null, title, message, unknownCode: '', openElsewhere: null, view, ...more };
	}

	return {
		/** The session that this desk works at: an open one, or the closed one on the screen. */
		currentSession(): StoredSession | undefined {
			const open = sessions.openAt(desk());
			if (open) return open;
			const shown = shownClosedId === undefined ? undefined : sessions.find(shownClosedId);
			return shown?.state === 'closed' ? shown : undefined;
		},
		/** @param id session with closed packages that is on the screen from now on; undefined: none */
		showClosed(id: number | undefined): void {
			shownClosedId = id;
		},
		lastAnswered: () => lastAnswered,
		/** @param stored the session as it is now; undefined when the screen shows none any more */
		answer,

		/** Refuses a scan or a command: nothing changes but the event log. */
		refuse(
			refusal: Refusal,
			message: string,
			code: string,
			stored?: StoredSession,
			more: Partial<PackFeedback> = {},
		): PackFeedback {
			const isNoted = settings().isShadow && stored !== undefined && NOTED_IN_SHADOW.includes(refusal);
			const kind = isNoted ? 'packing.found' : 'packing.refused';
			events.append(kind, stored ? { orderId: stored.orderId } : {}, { refusal, code: code.slice(0, 80) });
			if (isNoted) return answer('right', t('Noted##of a scan'), '', stored);
			return answer('wrong', refusalText(refusal), message, stored, { refusal, ...more });
		},

		/** Saves a session with its serial numbers, and reads it again. Call it in a transaction. */
		save(stored: StoredSession, change: Partial<Pick<StoredSession, 'state' | 'desk' | 'session'>>): StoredSession {
			sessions.save({ ...stored, ...change });
			if (change.state === 'dropped') sessions.releaseSerials(stored.orderId);
			else if (change.session?.lines.some(({ flags }) => flags.includes('needsSerial')))
				sessions.saveSerials(stored.orderId, change.session);
			return sessions.find(stored.id) ?? stored;
		},
	};
}
export type PackDesk = ReturnType<typeof createPackDesk>;
