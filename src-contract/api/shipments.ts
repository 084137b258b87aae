// IPC methods of shipments: form backup, shipment journal, outbox, scans.
import * as z from 'zod';
import { t } from '../i18n';
import { formBackupSchema, type RecoveredForm } from '../model/form-backup';
import type { ScanResult, ScanVerdict } from '../model/scan';
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
import { idInput, method, noInput } from './method';

export const shipmentsApi = {
	/** Backs up the content of the Ship form on every change; null when it is empty or was submitted. */
	'form.save': method<void>()(z.object({ form: formBackupSchema.nullable() })),
	/** Returns the form backup to a window that was reloaded after a crash. */
	'form.recover': method<RecoveredForm>()(noInput),
	/** Submits a draft. @param id Id of a saved draft; without it a shipment is created. */
	'shipments.create': method<{ shipment: ShipmentDetail }>()(
		z.object({
			draft: shipmentDraftSchema,
			productId: productIdSchema.optional(),
			book: z.boolean(),
			id: idInput.shape.id.optional(),
			/** The batch row that this draft edits. */
			row: z.object({ batchId: idInput.shape.id, position: z.int().positive() }).optional(),
			/** The rate option that was shown for `productId`; null when none was chosen. */
			chosen: chosenOptionSchema.nullable().default(null),
		}),
	),
	/** Saves a draft at this desk; it may be incomplete. */
	'shipments.saveDraft': method<ShipmentDetail>()(
		z.object({ draft: savedDraftSchema, id: idInput.shape.id.optional() }),
	),
	/** Queues a draft. It is submitted when the service is online, if its price is at most `limitEur`. */
	'shipments.queue': method<ShipmentDetail>()(
		z.object({
			draft: shipmentDraftSchema,
			rule: choiceRuleSchema,
			limitEur: limitEurSchema,
			id: idInput.shape.id.optional(),
		}),
	),
	/** Approves a held shipment up to a new maximum price. */
	'shipments.release': method<ShipmentDetail>()(idInput.extend({ limitEur: limitEurSchema })),
	'shipments.withdraw': method<ShipmentDetail>()(idInput),
	/** A page, newest first. @param before Last id of the previous page. */
	'shipments.list': method<ShipmentSummary[]>()(
		z.object({
			filter: shipmentFilterSchema.prefault({}),
			before: z.int().positive().optional(),
			limit: z.int().min(1).max(500),
		}),
	),
	'shipments.facets': method<ShipmentFacets>()(noInput),
	'shipments.listUnknown': method<ShipmentSummary[]>()(noInput),
	/** Queued shipments that the service refused and that no user has acknowledged, newest first. */
	'shipments.listRefused': method<ShipmentSummary[]>()(noInput),
	/** Marks refusals as seen by the user (null: all). They leave `listRefused` and the count in the status. */
	'shipments.acknowledgeRefused': method<void>()(
		z.object({ ids: z.array(idInput.shape.id).min(1).max(500).nullable().default(null) }),
	),
	/** Queued and held shipments outside batches, in queue order. */
	'shipments.listWaiting': method<ShipmentSummary[]>()(noInput),
	'shipments.get': method<ShipmentDetail>()(idInput),
	'shipments.resolve': method<ShipmentDetail>()(shipmentResolutionSchema),
	/** Opens a save dialog; null when the user cancels it. */
	'shipments.export': method<{ path: string; shipments: number } | null>()(
		z.object({ filter: shipmentFilterSchema.prefault({}) }),
	),
	/** Opens the service's web account in the browser: the list of shipments, or one of them. */
	'shipments.openAccount': method<void>()(z.object({ id: idInput.shape.id.optional() })),
	/** Resumes an outbox that stopped, for example after the service refused the key. */
	'outbox.resume': method<void>()(noInput),
	/** Verifies a scan of the printed label on the parcel. */
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
	/** Looks up a code that was scanned on any screen. A parcel's label is verified by it; an order is identified. */
	'scans.lookUp': method<ScanResult>()(z.object({ text: z.string().trim().min(1).max(200) })),
} as const;
