// Cartons: orders that were made by cutting a carton, so that the best one is known, with a library as the peer; and orders of usual
// goods, whose cost of shipping is compared with that of the smallest cartons.
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { pack3D } from 'binpackingjs/3d';
import type { CartonMethods } from '../../src-main/compose/carton.worker';
import type { Piece, SidesMm } from '../../src-main/packing/cartons/arrangement';
import { cartonsEur, chooseFits } from '../../src-main/packing/cartons/carton-choice';
import type { Carton, CartonPlan, Fit } from '../../src-main/packing/cartons/carton-plan';
import { roundUpKg } from '../../src-main/packing/package-weight';
import { createWorkerCalls } from '../../src-main/platform/worker-rpc';
import { projectRoot } from '../../tools/project-root.mjs';
import { random } from '../fixtures/address-book/made-up';
import { cartons, cutOrder } from '../fixtures/cut-orders';
import { ratesRequest } from '../fixtures/requests';
import { startService } from '../fixtures/service';
import { wrongFits } from '../fixtures/wrong-fits';
import type { BenchRow } from './benches';

const ORDERS = 500;
const MAX_PIECES = 12;
const MIN_RIGHT_SHARE = { 0.3: 0.95, 0.1: 0.6 } as const;
const MAX_PLAN_MS = 150;
const PLAN_TIMEOUT_MS = 60_000;

const startWorker = () =>
	createWorkerCalls<CartonMethods>(
		() => new Worker(path.join(projectRoot, 'out/main/carton-worker.js')),
		PLAN_TIMEOUT_MS,
	);

/** The smallest of the desk's cartons into which the library packs all pieces. */
function cartonOfPeer(pieces: readonly Piece[]): Carton | undefined {
	const items = pieces.map(({ sidesMm: [width, height, depth], weightKg = 0 }, index) => ({
		name: String(index),
		width,
		height,
		depth,
		weight: weightKg,
	}));
	return cartons.find(({ name, innerMm: [width, height, depth], maxKg }) => {
		const bin = { name, width, height, depth, maxWeight: maxKg ?? 1000 };
		return pack3D({ bins: [bin], items }).unfitItems.length === 0;
	});
}

const percentile = (values: readonly number[], share: number): number =>
	[...values].sort((left, right) => left - right)[Math.floor(values.length * share)] ?? Number.NaN;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

async function cutOrders(slack: 0.3 | 0.1): Promise<BenchRow[]> {
	const { client, finish } = startWorker();
	const counts = { ours: 0, peer: 0, wrong: 0 };
	const times: number[] = [];
	// The first call starts the thread.
	await client.planPackages([], cartons);
	for (let number = 1; number <= ORDERS; number += 1) {
		const { carton, pieces } = cutOrder(number, 1 + (number % MAX_PIECES), slack);
		const startMs = performance.now();
		const plan = await client.planPackages(
			pieces.map((piece) => ({ ...piece, shipsAlone: false })),
			cartons,
		);
		if (pieces.length === MAX_PIECES) times.push(performance.now() - startMs);
		const isOne = plan.packages.length === 1;
		if (isOne && plan.packages[0]?.fits[0]?.carton.name === carton.name) counts.ours += 1;
		counts.wrong += wrongFits(pieces, plan).length;
		if (cartonOfPeer(pieces)?.name === carton.name) counts.peer += 1;
	}
	await finish();
	const p95 = percentile(times, 0.95);
	const label = `cartons: ${ORDERS} cut orders with ${percent(slack)} slack`;
	return [
		{
			measure: `${label}: the best carton found (peer: binpackingjs)`,
			ours: percent(counts.ours / ORDERS),
			peer: percent(counts.peer / ORDERS),
			ratio: '',
			limit: `≥ ${percent(MIN_RIGHT_SHARE[slack])}`,
			verdict: counts.ours / ORDERS >= MIN_RIGHT_SHARE[slack] ? 'met' : 'missed',
		},
		{
			measure: `${label}: wrong arrangements`,
			ours: String(counts.wrong),
			peer: '',
			ratio: '',
			limit: '0',
			verdict: counts.wrong === 0 ? 'met' : 'missed',
		},
		{
			measure: `${label}: plan of ${MAX_PIECES} items in its thread, p95 of ${times.length}`,
			ours: `${p95.toFixed(1)} ms`,
			peer: '',
			ratio: '',
			limit: `≤ ${MAX_PLAN_MS} ms`,
			verdict: p95 <= MAX_PLAN_MS ? 'met' : 'missed',
		},
	];
}

/** Usual goods: name, sides in millimetres, weight in kilograms. */
const GOODS: readonly [SidesMm, number][] = [
	[[120, 100, 95], 0.42],
	[[300, 250, 30], 0.22],
	[[210, 150, 25], 0.35],
	[[330, 200, 120], 0.9],
	[[80, 80, 100], 0.3],
	[[80, 80, 310], 1.3],
	[[160, 80, 20], 0.2],
	[[250, 180, 60], 0.6],
	[[400, 60, 60], 0.5],
	[[190, 130, 130], 0.8],
	[[520, 90, 90], 0.7],
	[[350, 260, 90], 1.1],
];
const DESTINATIONS = [
	{ toCountry: 'DE', toZipcode: '10115', toCity: 'Berlin' },
	{ toCountry: 'FR', toZipcode: '75004', toCity: 'Paris' },
	{ toCountry: 'ES', toZipcode: '28013', toCity: 'Madrid' },
	{ toCountry: 'PL', toZipcode: '00-001', toCity: 'Warszawa' },
	{ toCountry: 'US', toZipcode: '10001', toCity: 'New York' },
];

/**
 * Cartons of a desk that buys M and L in bulk, with a tube, a flat carton and a mailer: neither the smallest carton nor the cheapest one
 * is always the best.
 */
const usualCartons: Carton[] = [
	...cartons.map((carton) => ({ ...carton, costEur: { M: 0.33, L: 0.72 }[carton.name] ?? carton.costEur })),
	shaped('Tube', [620, 120, 120], 1.1),
	shaped('Flat', [450, 350, 80], 0.85),
	{ ...shaped('Mailer', [350, 250, 50], 0.12), isFlexible: true, maxKg: 3 },
];
function shaped(name: string, innerMm: SidesMm, costEur: number): Carton {
	const [length, width, height] = innerMm.map((side) => Math.ceil(side / 10) + 1);
	return {
		name,
		innerMm,
		outerCm: [length ?? 1, width ?? 1, height ?? 1],
		emptyKg: 0.2,
		maxKg: 30,
		costEur,
		isFlexible: false,
	};
}

function usualOrder(seed: number): (Piece & { shipsAlone: boolean })[] {
	const next = random(seed);
	return Array.from({ length: 1 + Math.floor(next() * 4) }, () => {
		const [sidesMm, weightKg] = GOODS[Math.floor(next() * GOODS.length)] ?? [[100, 100, 100], 0.3];
		const quantity = 1 + Math.floor(next() * 3);
		return Array.from({ length: quantity }, () => ({
			sidesMm,
			weightKg,
			isUpright: false,
			isFragile: false,
			shipsAlone: false,
		}));
	}).flat();
}

async function usualOrders(): Promise<BenchRow[]> {
	const service = await startService({ requestsPerMinute: 1_000_000 });
	const { client, finish } = startWorker();
	const priceOf = async (plan: CartonPlan, pieces: readonly Piece[], fits: readonly Fit[], destination: object) => {
		const { body } = await service.post('rates', {
			...ratesRequest,
			...destination,
			parcels: plan.packages.map(({ pieceIndexes }, index) => {
				const [length, width, height] = fits[index]?.outerCm ?? [];
				const contentsKg = pieceIndexes.reduce((sum, piece) => sum + (pieces[piece]?.weightKg ?? 0), 0);
				const weight = roundUpKg(contentsKg + (fits[index]?.carton.emptyKg ?? 0));
				return { type: 'NONDOC', count: 1, length, width, height, weight };
			}),
		});
		const prices = (body.data as { price: number }[] | undefined)?.map(({ price }) => price) ?? [];
		return prices.length > 0 ? Math.min(...prices) : undefined;
	};
	const totals = { chosenEur: 0, smallestEur: 0, changed: 0, priced: 0 };
	try {
		for (let number = 1; number <= ORDERS; number += 1) {
			const pieces = usualOrder(number);
			const plan = await client.planPackages(pieces, usualCartons);
			const destination = DESTINATIONS[number % DESTINATIONS.length] ?? {};
			const smallest = plan.packages.flatMap(({ fits }) => fits[0] ?? []);
			const priceEur = await priceOf(plan, pieces, smallest, destination);
			if (priceEur === undefined) continue;
			const { savedEur } = await chooseFits(plan, (fits) => priceOf(plan, pieces, fits, destination));
			const smallestEur = priceEur + cartonsEur(smallest);
			totals.priced += 1;
			totals.chosenEur += smallestEur - savedEur;
			totals.smallestEur += smallestEur;
			if (savedEur > 0) totals.changed += 1;
		}
	} finally {
		await finish();
		await service.stop();
	}
	const euros = (amount: number): string => `${amount.toFixed(2)} EUR`;
	return [
		{
			measure: `cartons: ${totals.priced} usual orders, cost of shipping and cartons; ${totals.changed} in another carton (peer: the smallest)`,
			ours: euros(totals.chosenEur),
			peer: euros(totals.smallestEur),
			ratio: (totals.chosenEur / totals.smallestEur).toFixed(4),
			limit: '≤ 1.00',
			verdict: totals.priced === ORDERS && totals.chosenEur <= totals.smallestEur ? 'met' : 'missed',
		},
	];
}
export async function cartonPlans(): Promise<BenchRow[]> {
	return [...(await cutOrders(0.3)), ...(await cutOrders(0.1)), ...(await usualOrders())];
}
