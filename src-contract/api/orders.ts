// Methods of files of orders.
import * as z from 'zod';
import { importReadingSchema } from '../model/address-import';
import { type OrderFile, orderPlanSchema } from '../model/order';
import { method, nothing } from './method';

export const ordersApi = {
	/** Asks for a file; null: none was chosen. */
	'orders.open': method<OrderFile | null>()(nothing),
	/** One of the watched folder. */
	'orders.openWaiting': method<OrderFile>()(z.object({ name: z.string().min(1).max(255) })),
	'orders.read': method<OrderFile>()(importReadingSchema),
	/** The file becomes a batch; nothing is sent. */
	'orders.take': method<{ batchId: number }>()(
		z.object({
			plan: orderPlanSchema,
			/** Somebody was told that this very file is a batch already. */
			again: z.boolean(),
		}),
	),
	'orders.close': method<void>()(nothing),
	/** What lies in the watched folder and waits for a person. */
	'orders.waiting': method<{ files: { name: string; reason: string }[]; trouble: string }>()(nothing),
} as const;
