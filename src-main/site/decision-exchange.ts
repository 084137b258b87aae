// Exchanges decisions on HS codes with the site: receives those of the other desks, and sends those of this desk.
import {
	DECISIONS_SCHEMA_VERSION,
	type SentDecision,
	type SiteDecision,
	sentDecisionSchema,
} from '../../src-contract/model/shared-decisions';
import type { SiteConnection } from './site-connection';

/** Maximum number of decisions that are received or sent at once. Small, because storing them blocks the main thread. */
const PAGE_SIZE = 100;

/** The decisions of this desk. */
export interface LocalDecisions {
	/** Id of the site database that was used last, and the version of the newest decision received from it. */
	syncState(): { origin: string; version: number };
	/** Makes the next exchange send all decisions to the site database, and receive all from it. */
	restartSync(origin: string): void;
	/** At most `limit` decisions that the site has not confirmed. */
	pending(limit: number): SentDecision[];
	/** @param version version up to which the desk then has all decisions of the site */
	applyReceived(decisions: readonly SiteDecision[], version: number): void;
	/** @param current the decisions that the site now has for the same descriptions */
	confirmSent(sent: readonly SentDecision[], current: readonly SiteDecision[]): void;
}

type DecisionSite = Pick<SiteConnection, 'newestDecision' | 'decisionsSince' | 'recordDecisions'>;

async function receive(site: DecisionSite, decisions: LocalDecisions): Promise<void> {
	for (;;) {
		const { version } = decisions.syncState();
		const page = await site.decisionsSince(version, PAGE_SIZE);
		const newest = page.at(-1)?.version ?? 0;
		// A page that is not newer would be received again and again.
		if (newest <= version) return;
		decisions.applyReceived(
			page.flatMap(({ decision }) => decision ?? []),
			newest,
		);
	}
}

async function send(site: DecisionSite, decisions: LocalDecisions): Promise<void> {
	for (;;) {
		const pending = decisions.pending(PAGE_SIZE);
		if (pending.length === 0) return;
		// A decision that the site would refuse, such as one with a control character, stays on this desk.
		const accepted = pending.filter((decision) => sentDecisionSchema.safeParse(decision).success);
		decisions.confirmSent(pending, accepted.length > 0 ? await site.recordDecisions(accepted) : []);
	}
}

/**
 * Receives and sends until neither side has more. Does nothing if the site database has no table of decisions yet.
 * @param origin id of the site database
 */
export async function exchangeDecisions(
	site: DecisionSite,
	decisions: LocalDecisions,
	{ origin, schemaVersion }: { origin: string; schemaVersion: number },
): Promise<void> {
	if (schemaVersion < DECISIONS_SCHEMA_VERSION) return;
	const state = decisions.syncState();
	// A desk with a newer decision than the site: the site database was restored from a backup.
	if (state.origin !== origin || state.version > (await site.newestDecision())) decisions.restartSync(origin);
	await receive(site, decisions);
	await send(site, decisions);
}
