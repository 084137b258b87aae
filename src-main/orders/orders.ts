// Imports order files: files that the user opens, and files in the watched folder. Each import writes the orders, and a batch with
// which they can be shipped in bulk. The column mapping is saved for later files with the same titles. A file is imported a second
// time only if the user confirms that.
import { createHash } from 'node:crypto';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { Address } from '../../src-contract/model/address';
import type { DroppedFile, ImportReadOptions } from '../../src-contract/model/address-import';
import { formatHsCode, HS_CODE, hsDigits } from '../../src-contract/model/goods';
import {
	type LeftOutRows,
	type Order,
	type OrderFile,
	type OrderPlan,
	type OrderPreview,
	orderPlanSchema,
} from '../../src-contract/model/order';
import { restrictionText, uncheckedRestrictionsText } from '../../src-contract/rules/restriction-texts';
import type { WorkerClient } from '../../src-contract/worker-rpc';
import type { Catalog } from '../catalog/catalog';
import type { Database } from '../platform/database';
import { yieldToEventLoop } from '../platform/event-loop';
import type { BatchStore } from '../shipments/batches/batch-store';
import type { Goods } from '../shipments/goods-codes';
import { activeShipmentText } from './active-shipment-text';
import type { ParsedOrderFile } from './order-file';
import { createOrderImport } from './saved/order-import';
import type { OrderSource, SavedOrders } from './saved/saved-orders';
import type { AutomaticImportResult } from './watched-folder';
import type { OrderFileOpener, OrderMethods } from './worker-methods';

export interface OrdersDependencies {
	database: Database;
	/** Reads order files in the background thread of the address book. */
	files: WorkerClient<OrderMethods>;
	batches: BatchStore;
	savedOrders: Pick<SavedOrders, 'takeOver' | 'cancelFromSource'>;
	items: Pick<Catalog, 'facts' | 'addUnknown'>;
	/** The default sender, or null when none is set. */
	sender: () => Address | null;
	/** The newest shipment with this order reference that is booked or may still be booked; undefined if there is none. */
	findActiveShipment: (reference: string) => { state: string; createdAt: string } | undefined;
	findRestrictions: Goods['restrictions'];
	/** The HS code that was chosen for goods with this description; undefined if there is none. */
	findDecidedCode: (description: string) => Promise<string | undefined>;
	/** Whether the nomenclature contains a code of six digits; true if it cannot be searched. */
	isKnownCode: (code: string) => Promise<boolean>;
	/** Called after orders were added or changed. */
	onChange: (orderIds: readonly number[]) => void;
	now: () => Date;
}

/** @param leftOut the rows of the file, all of which are left out */
const noOrdersError = (leftOut: readonly LeftOutRows[]): AppError => {
	const [first] = leftOut;
	return new AppError(
		'order.importRefused',
		first
			? t('All rows of the file are left out. Row {row}: {reason} Nothing was imported.', {
					row: first.rowNumbers,
					reason: first.reason,
				})
			: t('The file contains no orders. Nothing was imported.'),
	);
};

const unknownCodeText = (hsCode: string): string => t('{code} is not an HS code', { code: formatHsCode(hsCode) });

/** Number of orders that are looked up before the main process handles other events. */
const LOOKUPS_PER_YIELD = 100;

export function createOrders(dependencies: OrdersDependencies) {
	const { database, files, batches, savedOrders, items, sender, onChange, now } = dependencies;
	const { findActiveShipment, findDecidedCode, findRestrictions, isKnownCode } = dependencies;
	const importOrders = createOrderImport({ savedOrders, batches, findActiveShipment });
	/** The file that the user has open. */
	let currentFile: ParsedOrderFile | undefined;

	/** Key of a saved column mapping. */
	const titlesKeyOf = ({ columns }: Pick<ParsedOrderFile, 'columns'>): string =>
		JSON.stringify(columns.map(({ title }) => title));

	/** Where the orders of a file come from: a known program, or else any file with the same column titles. */
	function sourceOf(file: ParsedOrderFile): OrderSource {
		const hash = createHash('sha256').update(titlesKeyOf(file)).digest('hex').slice(0, 16);
		const ofTitles = `titles ${hash}`;
		return file.program === ''
			? { key: ofTitles, name: file.name, formerKey: '' }
			: { key: file.program, name: file.program, formerKey: ofTitles };
	}

	/** The column mapping and defaults that were saved for files with these titles; null when there are none. */
	function savedMapping(file: ParsedOrderFile): OrderPlan | null {
		const found = database.get<{ plan: string }>('SELECT plan FROM order_mapping WHERE titles = ?', titlesKeyOf(file));
		// Earlier versions knew prices of one piece only.
		const mapping = found && orderPlanSchema.safeParse({ priceMeaning: 'unit', ...JSON.parse(found.plan) });
		return mapping?.data ?? null;
	}

	/** Id of the last batch that was created from a file with this hash; null when there is none. */
	const batchIdOfHash = (hash: string): number | null =>
		database.get<{ id: number }>('SELECT batch_id AS id FROM order_file WHERE hash = ?', hash)?.id ?? null;

	function toOrderFile(file: ParsedOrderFile): OrderFile {
		const { hash, ...content } = file;
		const batchId = batchIdOfHash(hash);
		const importedBatch = batchId === null ? null : { id: batchId, hasShipments: batches.hasShipments(batchId) };
		return { ...content, plan: savedMapping(file), importedBatch };
	}

	/**
	 * The sender of all orders. Checked already when a file is opened, so that the error is shown before the user maps columns.
	 * @throws `input.invalid` when no sender is set
	 */
	function requireSender(): Address {
		const address = sender();
		if (address) return address;
		throw new AppError(
			'input.invalid',
			t('No default sender is set. Nothing was imported. Set the sender in Settings, or ship one parcel first.'),
		);
	}

	/**
	 * Fills in the HS code of each item without one, if a code was chosen for the same goods before.
	 * @param codes the codes that were found for other orders of the file, by description
	 */
	async function fillInCodes({ draft }: Order, codes: Map<string, string | undefined>): Promise<void> {
		for (const item of draft.contents) {
			const { description } = item;
			if (item.hsCode !== '' || description === '') continue;
			if (!codes.has(description)) codes.set(description, await findDecidedCode(description));
			item.hsCode = formatHsCode(codes.get(description) ?? '');
		}
	}

	/** Adds an error to each item whose code the nomenclature does not contain, because the service refuses it. */
	async function checkCodes({ draft, fieldErrors }: Order, known: Map<string, boolean>): Promise<void> {
		for (const [index, { hsCode }] of draft.contents.entries()) {
			const code = hsDigits(hsCode).slice(0, 6);
			if (!HS_CODE.test(code)) continue;
			const isKnown = known.get(code) ?? (await isKnownCode(code));
			known.set(code, isKnown);
			if (!isKnown)
				fieldErrors.push({
					path: `contents.${index}.hsCode`,
					code: 'unknown_hs_code',
					message: unknownCodeText(hsCode),
				});
		}
	}

	/**
	 * Reads the orders, fills in HS codes, and adds a warning to each order that already has a shipment, or whose goods are
	 * prohibited or restricted at the destination. Then, in one transaction, writes the orders, creates a batch of those that are not
	 * finished, cancels those that were cancelled, adds items with unknown SKUs to the catalogue, and saves the file's hash and column
	 * mapping.
	 * @returns id of the batch
	 * @throws `order.importRefused` when the file contains no orders and cancels none, `input.invalid` when no sender is set
	 */
	async function createBatchFrom(opener: OrderFileOpener, file: ParsedOrderFile, mapping: OrderPlan): Promise<number> {
		const itemsOfFile = items.facts(await files.ordersSkus(opener, mapping));
		const { orders, leftOut, unknownItems } = await files.orders(opener, mapping, requireSender(), itemsOfFile);
		if (orders.length === 0 && !leftOut.some(({ isCancelled }) => isCancelled)) throw noOrdersError(leftOut);
		const codes = new Map<string, string | undefined>();
		const knownCodes = new Map<string, boolean>();
		for (const [index, order] of orders.entries()) {
			await fillInCodes(order, codes);
			await checkCodes(order, knownCodes);
			const { reference } = order.draft;
			const shipment = reference === '' ? undefined : findActiveShipment(reference);
			if (shipment) order.warnings.push(activeShipmentText(reference, shipment));
			const restrictions = await findRestrictions(order.draft, order.draft.contents);
			order.warnings.push(...(restrictions?.map(restrictionText) ?? [uncheckedRestrictionsText()]));
			// Keep the main process responsive during a large import.
			if (index % LOOKUPS_PER_YIELD === 0) await yieldToEventLoop();
		}
		const { batchId, changedIds } = database.transaction(() => {
			const imported = importOrders(sourceOf(file), orders, leftOut);
			if (!imported) throw noOrdersError(leftOut);
			const { rows, leftOutRows, message, changedIds } = imported;
			const id = batches.create(file.name, { orders: rows, leftOut: leftOutRows }, batches.planForNextBatch(), message);
			items.addUnknown(unknownItems, file.name);
			database.write(
				'INSERT OR REPLACE INTO order_file (hash, name, batch_id, taken_at) VALUES (?, ?, ?, ?)',
				file.hash,
				file.name,
				id,
				now().toISOString(),
			);
			database.write(
				'INSERT OR REPLACE INTO order_mapping (titles, plan) VALUES (?, ?)',
				titlesKeyOf(file),
				// A rate is of its day, so it is not kept for later files.
				JSON.stringify({ ...mapping, rates: {} }),
			);
			return { batchId: id, changedIds };
		});
		onChange(changedIds);
		return batchId;
	}

	/** Adds the errors of codes that the nomenclature does not contain, which only this thread can look up. */
	async function withUnknownCodes(preview: OrderPreview): Promise<OrderPreview> {
		const unknown: OrderPreview['hsCodes'] = [];
		for (const entry of preview.hsCodes) if (!(await isKnownCode(entry.code))) unknown.push(entry);
		if (unknown.length === 0) return preview;
		const messageByCode = new Map(unknown.map(({ code }) => [code, unknownCodeText(code)]));
		const wrongCount = unknown.reduce((count, { validOrderCount }) => count + validOrderCount, preview.wrongCount);
		return {
			...preview,
			wrongCount: Math.min(wrongCount, preview.orderCount),
			orders: preview.orders.map((order) => ({
				...order,
				messages: [...order.messages, ...order.hsCodes.flatMap((code) => messageByCode.get(code) ?? [])],
			})),
			commonErrors: [
				...preview.commonErrors,
				...unknown.map(({ code, orderCount }) => ({ message: unknownCodeText(code), orderCount })),
			],
		};
	}

	return {
		/**
		 * Opens a file for the user.
		 * @param file its path, or its content if the user dropped it on the window
		 * @throws `order.importRefused`, or `input.invalid` when no sender is set
		 */
		async open(file: string | DroppedFile): Promise<OrderFile> {
			currentFile = undefined;
			requireSender();
			currentFile = await files.ordersOpen('user', file);
			return toOrderFile(currentFile);
		},
		/** Reads the open file again with another encoding, separator or header setting. @throws `order.importRefused` */
		async read(readOptions: ImportReadOptions): Promise<OrderFile> {
			currentFile = await files.ordersRead('user', readOptions);
			return toOrderFile(currentFile);
		},
		/**
		 * Imports the open file.
		 * @param isRepeatConfirmed whether the user confirmed that a file that was imported before is imported again
		 * @returns id of the batch
		 * @throws `order.importRefused` when no file is open, or when the open file contains no orders or was imported before;
		 * `input.invalid` when no sender is set
		 */
		async createBatch(mapping: OrderPlan, isRepeatConfirmed: boolean): Promise<number> {
			if (!currentFile)
				throw new AppError(
					'order.importRefused',
					t('The file is no longer open. Choose it again. Nothing was imported.'),
				);
			// Checked again, because the watched folder may have imported the file since it was opened.
			if (!isRepeatConfirmed && batchIdOfHash(currentFile.hash) !== null)
				throw new AppError(
					'order.importRefused',
					t('This file has already been imported. Its batch is in the list. Nothing was imported again.'),
				);
			const id = await createBatchFrom('user', currentFile, mapping);
			currentFile = undefined;
			await files.ordersClose('user');
			return id;
		},
		/** What an import of the open file would create. @throws as `createBatch` */
		preview: async (plan: OrderPlan): Promise<OrderPreview> =>
			withUnknownCodes(
				await files.ordersPreview('user', plan, requireSender(), items.facts(await files.ordersSkus('user', plan))),
			),
		async close(): Promise<void> {
			currentFile = undefined;
			await files.ordersClose('user');
		},

		/**
		 * Imports a file of the watched folder with the saved column mapping. A file that was imported before is not imported again.
		 */
		async importAutomatically(filePath: string): Promise<AutomaticImportResult> {
			try {
				const file = await files.ordersOpen('watchedFolder', filePath);
				const batchId = batchIdOfHash(file.hash);
				if (batchId !== null) return { batchId };
				const mapping = savedMapping(file);
				if (!mapping) return { reason: t('The columns of this file are not mapped yet. Open it once to map them.') };
				return { batchId: await createBatchFrom('watchedFolder', file, mapping) };
			} catch (error) {
				if (error instanceof AppError) return { reason: error.message };
				throw error;
			} finally {
				await files.ordersClose('watchedFolder');
			}
		},
	};
}
export type Orders = ReturnType<typeof createOrders>;
