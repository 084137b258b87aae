// IPC methods of order files.
import * as z from 'zod';
import { droppedFileSchema, importReadOptionsSchema } from '../model/address-import';
import { type OrderFile, type OrderPreview, orderPlanSchema } from '../model/order';
import { method, noInput } from './method';

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
	/** Creates a batch from the open file. Nothing is submitted. */
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
} as const;
