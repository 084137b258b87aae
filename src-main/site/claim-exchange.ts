// Exchanges claims of orders with the site: sends what this desk asks for, and receives the claims of the other desks.
import { CLAIMS_SCHEMA_VERSION, type ClaimRequest, type SiteClaim } from '../../src-contract/model/order-claims';
import type { SiteConnection } from './site-connection';

/** Maximum number of claims that are sent or received at once. */
const PAGE_SIZE = 200;

/** The claims of this desk. */
export interface LocalClaims {
	/** Id of the site database that was used last, and the version of the newest claim received from it. */
	syncState(): { origin: string; version: number };
	/** Makes the next exchange ask for all claims of this desk again, and receive all from the site database. */
	restartSync(origin: string): void;
	/** At most `limit` requests that the site has not answered, the oldest first. */
	pending(limit: number): ClaimRequest[];
	/** @param claims of the orders of `requests`, as the site has them now; an order without one is free */
	applyAnswer(requests: readonly ClaimRequest[], claims: readonly SiteClaim[]): void;
	/** @param version version up to which the desk then has all claims of the site */
	applyReceived(claims: readonly SiteClaim[], version: number): void;
}

/** Sends and receives until neither side has more. Does nothing if the site database has no table of claims yet. */
export async function exchangeClaims(
	site: Pick<SiteConnection, 'newestClaim' | 'claimsSince' | 'claimOrders'>,
	claims: LocalClaims,
	{ origin, schemaVersion }: { origin: string; schemaVersion: number },
): Promise<void> {
	if (schemaVersion < CLAIMS_SCHEMA_VERSION) return;
	const state = claims.syncState();
	// A desk with a newer claim than the site: the site database was restored from a backup.
	if (state.origin !== origin || state.version > (await site.newestClaim())) claims.restartSync(origin);
	for (;;) {
		const requests = claims.pending(PAGE_SIZE);
		if (requests.length === 0) break;
		claims.applyAnswer(requests, await site.claimOrders(requests));
	}
	for (;;) {
		const page = await site.claimsSince(claims.syncState().version, PAGE_SIZE);
		const newest = page.at(-1)?.version ?? 0;
		if (newest <= claims.syncState().version) return;
		claims.applyReceived(page, newest);
	}
}
