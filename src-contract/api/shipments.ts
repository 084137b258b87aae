// Methods of shipments: the form, the journal, the outbox, scans.
import * as z from 'zod';
import { t } from '../i18n';
import { formBackupSchema, type RecoveredForm } from '../model/form-backup';
import type { Scanned, ScanVerdict } from '../model/scan';
import {
	choiceRuleSchema,
	chosenOptionSchema,
	limitEurSchema,
	type ShipmentDetail,
	type ShipmentFacets,
	type ShipmentSummary,
	shipmentFilterSchema,
	shipmentResolutionSchema,
} from '../model/shipment';
import { savedDraftSchema, shipmentDraftSchema } from '../model/shipment-draft';
import { productIdSchema } from '../model/trade-terms';
import { id, method, nothing } from './method';

export const shipmentsApi = {
	/** What is typed in Ship, as it is typed; null: nothing, or it is a shipment by now. */
	'form.save': method<void>()(z.object({ form: formBackupSchema.nullable() })),
	/** For a window that was loaded again. */
	'form.recover': method<RecoveredForm>()(nothing),
	/** @param id of one that is kept here; else it is a new one */
	'shipments.create': method<{ shipment: ShipmentDetail }>()(
		z.object({
			composition: shipmentDraftSchema,
			productId: productIdSchema.optional(),
			book: z.boolean(),
			id: id.shape.id.optional(),
			/** The row of a batch that it is. */
			row: z.object({ batchId: id.shape.id, position: z.int().positive() }).optional(),
			/** The option that was shown for `productId`; null when none was chosen. */
			chosen: chosenOptionSchema.nullable().default(null),
		}),
	),
	/** Keeps it at the desk, whatever it lacks yet. */
	'shipments.compose': method<ShipmentDetail>()(
		z.object({ composition: savedDraftSchema, id: id.shape.id.optional() }),
	),
	/** It goes by itself when the line is back, at that price at most. */
	'shipments.queue': method<ShipmentDetail>()(
		z.object({
			composition: shipmentDraftSchema,
			rule: choiceRuleSchema,
			limitEur: limitEurSchema,
			id: id.shape.id.optional(),
		}),
	),
	/** A held one may cost so much. */
	'shipments.release': method<ShipmentDetail>()(id.extend({ limitEur: limitEurSchema })),
	'shipments.withdraw': method<ShipmentDetail>()(id),
	/** A page, the newest first. @param before the last id of the page before */
	'shipments.list': method<ShipmentSummary[]>()(
		z.object({
			filter: shipmentFilterSchema.prefault({}),
			before: z.int().positive().optional(),
			limit: z.int().min(1).max(500),
		}),
	),
	'shipments.facets': method<ShipmentFacets>()(nothing),
	'shipments.listUnknown': method<ShipmentSummary[]>()(nothing),
	/** Queued shipments that the service refused and that no user has acknowledged, newest first. */
	'shipments.listRefused': method<ShipmentSummary[]>()(nothing),
	/** A user has seen these refusals; null: all of them. They leave `listRefused` and the count of the status. */
	'shipments.acknowledgeRefused': method<void>()(
		z.object({ ids: z.array(id.shape.id).min(1).max(500).nullable().default(null) }),
	),
	/** Queued and held ones that belong to no batch, in their order. */
	'shipments.listWaiting': method<ShipmentSummary[]>()(nothing),
	'shipments.get': method<ShipmentDetail>()(id),
	'shipments.resolve': method<ShipmentDetail>()(shipmentResolutionSchema),
	/** Asks where to; null: nowhere. */
	'shipments.export': method<{ place: string; shipments: number } | null>()(
		z.object({ filter: shipmentFilterSchema.prefault({}) }),
	),
	/** The account's list at the service, or a shipment in it. */
	'shipments.openAccount': method<void>()(z.object({ id: id.shape.id.optional() })),
	/** What was stopped, such as by a key that was refused, goes on. */
	'outbox.resume': method<void>()(nothing),
	/** A scan of the printed label on the parcel. */
	'shipments.scan': method<ScanVerdict>()(
		z.object({
			id: z.int().positive(),
			text: z
				.string()
				.trim()
				.min(1, { error: () => t('Scan a code') })
				.max(200),
		}),
	),
	/** A code that was scanned on any screen: a parcel's is closed by it, an order is named. */
	'scans.resolve': method<Scanned>()(z.object({ text: z.string().trim().min(1).max(200) })),
} as const;
