// IPC methods of orders: the files that they are read from, and the orders of this desk.
import * as z from 'zod';
import { t } from '../i18n';
import { droppedFileSchema, importReadOptionsSchema } from '../model/address-import';
import { type OrderFile, type OrderPreview, orderPlanSchema } from '../model/order';
import {
	type CombinableOrders,
	MAX_SELECTED_ORDERS,
	type OrderFacets,
	type OrderSummary,
	orderFilterSchema,
	orderSortSchema,
	type SavedOrder,
} from '../model/saved-order';
import { enteredDraftSchema } from '../model/shipment-draft';
import { idInput, method, noInput, pageInput } from './method';

const idsInput = z.object({ ids: z.array(z.int().positive()).min(1).max(MAX_SELECTED_ORDERS) });

export const ordersApi = {
	/** Opens a file dialog; null when the user cancels it. */
	'orders.open': method<OrderFile | null>()(noInput),
	/** Opens a file that the user dropped on the window. The page sends its content, so that it never names a path. */
	'orders.openDropped': method<OrderFile>()(droppedFileSchema),
	/** Opens a file of the watched folder. @param name File name without a folder. */
	'orders.openWaiting': method<OrderFile>()(z.object({ name: z.string().min(1).max(255) })),
	/** Reads the open file again with these options. */
	'orders.read': method<OrderFile>()(importReadOptionsSchema),
	/** What an import of the open file with this plan would create. */
	'orders.preview': method<OrderPreview>()(z.object({ plan: orderPlanSchema })),
	/** Adds the orders of the open file, and a batch with which they can be shipped in bulk. Nothing is submitted. */
	'orders.createBatch': method<{ batchId: number }>()(
		z.object({
			plan: orderPlanSchema,
			/** True after the user confirmed that the same file may be imported a second time. */
			allowDuplicate: z.boolean(),
		}),
	),
	'orders.close': method<void>()(noInput),
	/**
	 * Files of the watched folder that need the user's attention, each with the reason. `error`: why the folder cannot be read, or
	 * empty.
	 */
	'orders.waiting': method<{ files: { name: string; reason: string }[]; error: string }>()(noInput),
	'orders.list': method<{ orders: OrderSummary[]; total: number }>()(
		z.object({ filter: orderFilterSchema, sort: orderSortSchema, ...pageInput.shape }),
	),
	'orders.facets': method<OrderFacets>()(noInput),
	'orders.get': method<SavedOrder>()(idInput),
	/** Replaces the shipment draft of an order that is not booked. Fails with `order.changed` if the order has another revision. */
	'orders.saveDraft': method<SavedOrder>()(idInput.extend({ revision: z.int(), draft: enteredDraftSchema })),
	/** Holds orders. Those that are packed stay as they are. @returns how many are held now */
	'orders.hold': method<{ changed: number; skipped: number }>()(
		idsInput.extend({
			reason: z
				.string()
				.trim()
				.min(1, { error: () => t('A reason is required') })
				.max(500),
		}),
	),
	/** Opens held orders, and those with an exception, for packing again. */
	'orders.release': method<{ changed: number; skipped: number }>()(idsInput),
	/** Cancels orders that are not packed. */
	'orders.cancel': method<{ changed: number; skipped: number }>()(
		idsInput.extend({ reason: z.string().trim().max(500).default('') }),
	),
	/** Ships what is packed of an order that is short: the missing pieces are taken off the order and its papers. */
	'orders.shipShort': method<SavedOrder>()(idInput.extend({ revision: z.int() })),
	/** Tags orders. */
	'orders.tag': method<{ changed: number; skipped: number }>()(
		idsInput.extend({ tag: z.string().trim().min(1).max(50), isSet: z.boolean() }),
	),
	/** Open orders to the same recipient. */
	'orders.combinable': method<CombinableOrders[]>()(noInput),
	/** Makes one order of several open ones to the same recipient; the others are cancelled with its number as the reason. */
	'orders.combine': method<SavedOrder>()(idsInput),
	/** Creates a batch of open orders, with which they are shipped in bulk. */
	'orders.shipInBulk': method<{ batchId: number; skipped: number }>()(idsInput),
	/** Prints the pick list of orders: their items by name, with the pieces of each order. */
	'orders.printPickList': method<{ destination: string }>()(idsInput),
	/** Prints a packing slip for each order, with its number as a bar code. */
	'orders.printSlips': method<{ destination: string; slips: number }>()(idsInput),
} as const;
