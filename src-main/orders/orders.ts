// Imports order files as batches, opened by the user or found in the watched folder. The column mapping is saved for files with
// the same titles, and a file with the same content is not imported again without confirmation.

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
	/** The default sender, or null when none is set. */
	sender: () => Address | null;
	/** The newest shipment of an order that is booked or may still be, or undefined. */
	earlier: (reference: string) => { state: string; createdAt: string } | undefined;
	now: () => Date;
}

/** Number of orders that are looked up before other work gets its turn. */
const LOOKUPS_PER_TURN = 100;

export function createOrders({ database, files, batches, sender, earlier, now }: OrdersDependencies) {
	/** The file that the user has open. */
	let opened: ReadOrderFile | undefined;

	const titlesOf = ({ columns }: Pick<ReadOrderFile, 'columns'>): string =>
		JSON.stringify(columns.map(({ title }) => title));

	/** The mapping and defaults saved for files with these titles. */
	function savedPlan(file: ReadOrderFile): OrderPlan | null {
		const found = database.get<{ plan: string }>('SELECT plan FROM order_mapping WHERE titles = ?', titlesOf(file));
		const plan = found && orderPlanSchema.safeParse(JSON.parse(found.plan));
		return plan?.data ?? null;
	}

	/** The batch of an earlier import of a file with the same content. */
	const batchOfHash = (hash: string): number | null =>
		database.get<{ id: number }>('SELECT batch_id AS id FROM order_file WHERE hash = ?', hash)?.id ?? null;

	function toOrderFile(file: ReadOrderFile): OrderFile {
		const { hash, ...rest } = file;
		return { ...rest, plan: savedPlan(file), importedBatchId: batchOfHash(hash) };
	}

	/** Checked when the file is opened, before the user maps its columns. @throws `input.invalid` when no sender is set */
	function requireSender(): Address {
		const address = sender();
		if (address) return address;
		throw new AppError(
			'input.invalid',
			t('No default sender is set. Nothing was imported. Set the sender in Settings, or ship one parcel first.'),
		);
	}

	/** Creates the batch, and saves the file's hash and column mapping, in one transaction. @returns id of the batch */
	async function createBatchFrom(slot: OrderSlot, file: ReadOrderFile, plan: OrderPlan): Promise<number> {
		const orders = await files.orders(slot, plan, requireSender());
		if (orders.length === 0)
			throw new AppError('order.noFile', t('The file contains no orders. Nothing was imported.'));
		for (const [index, order] of orders.entries()) {
			const { reference } = order.composition;
			const shipped = reference === '' ? undefined : earlier(reference);
			if (shipped)
				order.warnings.push(
					t(
						'Order {order} is already {state, select, queued {queued} held {waiting for approval} sending {being sent} booked {booked} unknown {unconfirmed} other {{state}}} (since {day}).',
						{ order: reference, state: shipped.state, day: shipped.createdAt.slice(0, 10) },
					),
				);
			// Keep the main process responsive during a large import.
			if (index % LOOKUPS_PER_TURN === 0) await yieldToEventLoop();
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

	/** The settings of the previous batch. */
	const lastPlan = () => batches.list(1)[0]?.plan ?? DEFAULT_BATCH_PLAN;

	return {
		/** Opens a file for the user. @throws `order.noFile`, or `input.invalid` when no sender is set */
		async open(file: string): Promise<OrderFile> {
			opened = undefined;
			requireSender();
			opened = await files.ordersOpen('desk', file);
			return toOrderFile(opened);
		},
		/** Reads the open file again with other settings. @throws `order.noFile` */
		async read(reading: ImportReading): Promise<OrderFile> {
			opened = await files.ordersRead('desk', reading);
			return toOrderFile(opened);
		},
		/**
		 * Imports the open file.
		 * @param again whether the user confirmed that the same file is imported a second time
		 * @returns id of the batch
		 * @throws `order.noFile`
		 */
		async createBatch(plan: OrderPlan, again: boolean): Promise<number> {
			if (!opened)
				throw new AppError('order.noFile', t('The file is no longer open. Choose it again. Nothing was imported.'));
			// The watched folder may have imported the file meanwhile.
			if (!again && batchOfHash(opened.hash) !== null)
				throw new AppError(
					'order.noFile',
					t('This file has already been imported. Its batch is in the list. Nothing was imported again.'),
				);
			const id = await createBatchFrom('desk', opened, plan);
			opened = undefined;
			await files.ordersClose('desk');
			return id;
		},
		async close(): Promise<void> {
			opened = undefined;
			await files.ordersClose('desk');
		},

		/**
		 * Imports a file of the watched folder with the saved column mapping.
		 * @returns id of the new or the earlier batch, or a message when the user must act
		 */
		async importAutomatically(filePath: string): Promise<number | string> {
			try {
				const file = await files.ordersOpen('folder', filePath);
				const batchId = batchOfHash(file.hash);
				if (batchId !== null) return batchId;
				const plan = savedPlan(file);
				if (!plan) return t('The columns of this file are not mapped yet. Open it once to map them.');
				return await createBatchFrom('folder', file, plan);
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
