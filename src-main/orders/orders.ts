// Orders become batches: from a file that a person chose, and from a folder that another program writes to. What a file's columns
// hold is said once and remembered; the very same file never becomes a second batch by itself.

import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { Address } from '../../src-contract/model/address';
import type { ImportReading } from '../../src-contract/model/address-import';
import { type OrderFile, type OrderPlan, orderPlanSchema } from '../../src-contract/model/order';
import type { WorkerClient } from '../../src-contract/worker-rpc';
import type { Database } from '../platform/database';
import { yieldToEventLoop } from '../platform/event-loop';
import { type BatchStore, DEFAULT_BATCH_PLAN } from '../shipments/batches/batch-store';
import type { ReadOrderFile } from './order-file';
import type { OrderMethods, OrderSlot } from './worker-methods';

export interface OrdersDependencies {
	database: Database;
	files: WorkerClient<OrderMethods>;
	batches: BatchStore;
	/** Where parcels start; null: it was never said. */
	sender: () => Address | null;
	/** A shipment of that order which is on its way, or may be; undefined: none. */
	earlier: (reference: string) => { state: string; createdAt: string } | undefined;
	now: () => Date;
}

const ASKED_AT_ONCE = 100;

export function createOrders({ database, files, batches, sender, earlier, now }: OrdersDependencies) {
	/** What is open at the desk. */
	let opened: ReadOrderFile | undefined;

	const titlesOf = ({ columns }: Pick<ReadOrderFile, 'columns'>): string =>
		JSON.stringify(columns.map(({ title }) => title));

	function remembered(file: ReadOrderFile): OrderPlan | null {
		const found = database.get<{ plan: string }>('SELECT plan FROM order_mapping WHERE titles = ?', titlesOf(file));
		const plan = found && orderPlanSchema.safeParse(JSON.parse(found.plan));
		return plan?.data ?? null;
	}

	const takenAs = (hash: string): number | null =>
		database.get<{ id: number }>('SELECT batch_id AS id FROM order_file WHERE hash = ?', hash)?.id ?? null;

	function described(file: ReadOrderFile): OrderFile {
		const { hash, ...rest } = file;
		return { ...rest, plan: remembered(file), takenAs: takenAs(hash) };
	}

	/** Told before anybody names thirty columns. */
	function requireSender(): Address {
		const from = sender();
		if (from) return from;
		throw new AppError(
			'input.invalid',
			t('This desk has no sender yet. Ship one parcel first, or set the sender in Settings. Nothing was taken.'),
		);
	}

	/** Everything in one commit: its rows, that it was taken, and what its columns mean. */
	async function take(slot: OrderSlot, file: ReadOrderFile, plan: OrderPlan): Promise<number> {
		const from = requireSender();
		const orders = await files.orders(slot, plan, from);
		if (orders.length === 0) throw new AppError('order.noFile', t('The file holds no orders. Nothing was taken.'));
		for (const [at, order] of orders.entries()) {
			const { reference } = order.composition;
			const shipped = reference === '' ? undefined : earlier(reference);
			if (shipped)
				order.remarks.push(
					t(
						'Order {order} is {state, select, queued {queued} held {held} sending {sending} booked {booked} unknown {unknown} other {{state}}} already, since {day}.',
						{ order: reference, state: shipped.state, day: shipped.createdAt.slice(0, 10) },
					),
				);
			// The window is answered in between.
			if (at % ASKED_AT_ONCE === 0) await yieldToEventLoop();
		}
		return database.transaction(() => {
			const id = batches.create(file.name, orders, lastPlan());
			database.write(
				'INSERT OR IGNORE INTO order_file (hash, name, batch_id, taken_at) VALUES (?, ?, ?, ?)',
				file.hash,
				file.name,
				id,
				now().toISOString(),
			);
			database.write(
				'INSERT OR REPLACE INTO order_mapping (titles, plan) VALUES (?, ?)',
				titlesOf(file),
				JSON.stringify(plan),
			);
			return id;
		});
	}

	/** As the batch before was sent. */
	const lastPlan = () => batches.list(1)[0]?.plan ?? DEFAULT_BATCH_PLAN;

	return {
		/** @throws `order.noFile` */
		async open(file: string): Promise<OrderFile> {
			opened = undefined;
			requireSender();
			opened = await files.ordersOpen('desk', file);
			return described(opened);
		},
		async read(reading: ImportReading): Promise<OrderFile> {
			opened = await files.ordersRead('desk', reading);
			return described(opened);
		},
		/** @returns the id of the batch */
		async take(plan: OrderPlan, again: boolean): Promise<number> {
			if (!opened)
				throw new AppError('order.noFile', t('The file is no longer open. Choose it again. Nothing was taken.'));
			// The watched folder may have been quicker.
			if (!again && takenAs(opened.hash) !== null)
				throw new AppError(
					'order.noFile',
					t('This very file became a batch meanwhile: it is in the list. Nothing was taken again.'),
				);
			const id = await take('desk', opened, plan);
			opened = undefined;
			await files.ordersClose('desk');
			return id;
		},
		async close(): Promise<void> {
			opened = undefined;
			await files.ordersClose('desk');
		},

		/**
		 * A file that another program wrote.
		 * @returns the batch that it is, now or since earlier; or why a person has to look at it
		 */
		async takeByItself(place: string): Promise<number | string> {
			try {
				const file = await files.ordersOpen('folder', place);
				const earlier = takenAs(file.hash);
				if (earlier !== null) return earlier;
				const plan = remembered(file);
				if (!plan) return t('What its columns hold was not said yet: open it once.');
				return await take('folder', file, plan);
			} catch (error) {
				if (error instanceof AppError) return error.message;
				throw error;
			} finally {
				await files.ordersClose('folder');
			}
		},
	};
}
export type Orders = ReturnType<typeof createOrders>;
