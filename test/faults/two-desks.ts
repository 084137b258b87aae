// Two desks of a site pack the same orders while their connections to the site are cut and restored at random. No order may be booked at
// both, none may be lost, and an order that one desk has must be refused at the other.
import { decodeJoinCode } from '../../src-contract/model/shared-books';
import { createSite, type Site } from '../../src-main/site/site';
import { random } from '../fixtures/address-book/made-up';
import { type CuttableConnection, startCuttableConnection } from '../fixtures/cuttable-connection';
import { memoryFile, noKeyring } from '../fixtures/desk';
import { openPackingDesk, type PackingDesk } from '../fixtures/packing-desk';
import { startPostgres } from '../fixtures/postgres';
import { until } from '../fixtures/shared-desk';
import { createTestSite, PASSPHRASE } from '../fixtures/shared-site';

export interface TwoDesksReport {
	/** Orders that a desk opened. */
	takes: number;
	orders: number;
	cuts: number;
	takeOvers: number;
	/** Times that a desk refused an order because the other had it, or might have it. */
	refused: number;
	/** Orders that a desk had opened, and that the site then gave to the other. */
	givenUp: number;
	bookedTwice: number;
	/** Orders that no desk has booked in the end. */
	lost: number;
	misreported: number;
	failures: string[];
}

interface Station {
	name: string;
	desk: PackingDesk;
	site: Site;
	connection: CuttableConnection;
	isCut: boolean;
}

const MAX_MS = 600_000;
const MAX_FAILURES = 20;
const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

/** @param port of the connection to the site that can be cut */
async function openStation(
	name: string,
	code: (port: number) => Promise<string>,
	serverPort: number,
): Promise<Station> {
	const connection = await startCuttableConnection(serverPort);
	let site: Site | undefined;
	const desk = openPackingDesk({
		deskName: name,
		packing: { verifiesLabels: false, opensNextOrder: false },
		site: { isOnline: () => site?.isOnline() ?? false, wake: () => site?.handleDecisionRecorded() },
	});
	site = createSite({
		file: memoryFile(),
		keyring: noKeyring,
		addressBook: {
			sharing: async () => null,
			nextPush: async () => null,
			applySiteUpdate: async () => {},
		} as never,
		decisions: {
			syncState: () => ({ origin: '', version: 0 }),
			restartSync: () => {},
			pending: () => [],
			applyReceived: () => {},
			confirmSent: () => {},
		},
		claims: desk.claims.localClaims,
		onChange: () => {},
		onError: () => {},
	});
	await site.join(decodeJoinCode(await code(connection.port)), 'passphrase', PASSPHRASE);
	return { name, desk, site, connection, isCut: false };
}

/** One packer works on: opens an order, scans, closes or puts it off. */
function work({ desk, isCut }: Station, next: () => number, report: TwoDesksReport): void {
	const { packing, orderStore } = desk;
	desk.refresh();
	const session = desk.shown();
	const view = packing.current().view;
	if (!session || !view || view.phase === 'booking' || view.phase === 'staged' || view.phase === 'label') {
		const chance = next();
		const ids = orderStore.idsToPack();
		// Some scan any order, most take the next of the queue, and some take over what the other desk has.
		const id = chance < 0.3 ? ids[Math.floor(next() * ids.length)] : orderStore.nextPackable()?.id;
		if (id === undefined) return;
		const takesOver = !isCut && chance > 0.97;
		const answer = desk.show(packing.open(id, takesOver));
		if (answer.refusal === 'notPackable') report.refused += 1;
		else if (answer.view) {
			report.takes += 1;
			if (takesOver) report.takeOvers += 1;
		}
		return;
	}
	if (next() < 0.05) desk.command('LATER');
	else desk.scan('A');
}

/** The second desk asks for the order that the first has, which the random packers may never do. */
async function refuseOnce([first, second]: Station[], report: TwoDesksReport): Promise<void> {
	const id = first?.desk.orderStore.idsToPack()[0];
	if (!first || !second || id === undefined) return;
	first.desk.show(first.desk.packing.open(id, false));
	report.takes += 1;
	await until(async () => second.desk.database.get('SELECT 1 FROM order_claim WHERE is_mine = 0') !== undefined);
	// Both desks have imported the orders in the same sequence, so that the ids are the same.
	if (second.desk.show(second.desk.packing.open(id, false)).refusal === 'notPackable') report.refused += 1;
}

/** @param takes number of times that an order is opened, over all desks */
export async function packAtTwoDesks(takes: number): Promise<TwoDesksReport> {
	const report: TwoDesksReport = {
		takes: 0,
		orders: 0,
		cuts: 0,
		takeOvers: 0,
		refused: 0,
		givenUp: 0,
		bookedTwice: 0,
		lost: 0,
		misreported: 0,
		failures: [],
	};
	const postgres = await startPostgres();
	const stations: Station[] = [];
	const next = random(Date.now() % 100_000);
	const fail = (text: string) => report.failures.length < MAX_FAILURES && report.failures.push(text);
	try {
		const site = await createTestSite(postgres.url);
		for (const name of ['Desk 1', 'Desk 2'])
			stations.push(await openStation(name, (port) => site.invite(name, port), site.port));
		await until(async () => stations.every(({ site: joined }) => joined.isOnline()));
		// Each take opens another order, or one that was put off or refused before.
		report.orders = Math.ceil(takes * 0.9);
		for (const { desk } of stations) {
			desk.addItem({ sku: 'A', codes: [{ code: 'A', quantity: 1 }] });
			desk.database.transaction(() => {
				for (let number = 1; number <= report.orders; number += 1)
					desk.addOrder(`SO-${number}`, { A: 1 + (number % 3) });
			});
		}
		await refuseOnce(stations, report);
		const end = Date.now() + MAX_MS;
		const bookedAt = (station: Station) => new Set(station.desk.sent);
		const isDone = () => {
			const all = new Set(stations.flatMap(({ desk }) => desk.sent));
			return all.size >= report.orders;
		};
		while (!isDone() && Date.now() < end) {
			for (const station of stations) {
				work(station, next, report);
				if (next() < 0.02 && !station.isCut) {
					if (next() < 0.5) station.connection.cut();
					else station.connection.dropAnswers();
					station.isCut = true;
					report.cuts += 1;
				} else if (next() < 0.03 && station.isCut) {
					station.connection.restore();
					station.isCut = false;
					station.site.handleDecisionRecorded();
				}
			}
			await turn();
			// The queue is nearly empty: what was put off is packed, and what waits for the site is booked.
			if (report.takes >= takes && stations.some(({ isCut }) => isCut))
				for (const station of stations) {
					station.connection.restore();
					station.isCut = false;
				}
		}
		const [first, second] = stations.map(bookedAt);
		for (const number of first ?? [])
			if (second?.has(number)) {
				report.bookedTwice += 1;
				fail(`${number} was booked at both desks`);
			}
		for (const station of stations) {
			if (station.desk.sent.length !== bookedAt(station).size) {
				report.bookedTwice += 1;
				fail(`${station.name} booked an order twice`);
			}
			report.givenUp +=
				station.desk.database.get<{ n: number }>("SELECT count(*) AS n FROM desk_event WHERE kind = 'packing.lost'")
					?.n ?? 0;
			for (const error of station.desk.errors) fail(String(error));
		}
		for (let number = 1; number <= report.orders; number += 1)
			if (!first?.has(`SO-${number}`) && !second?.has(`SO-${number}`)) {
				report.lost += 1;
				fail(`SO-${number} was booked nowhere`);
			}
		report.misreported = stations.reduce((sum, { desk }) => sum + desk.errors.length, 0);
		return report;
	} finally {
		for (const { site, connection, desk } of stations) {
			await site.close();
			await connection.close();
			await desk.outbox.close();
		}
		await postgres.remove();
	}
}
