// IPC methods of shipments: form backup, shipment journal, outbox, scans.
import * as z from 'zod';
import { t } from '../i18n';
import { formBackupSchema, type RecoveredForm } from '../model/form-backup';
import type { ScanResult, ScanVerdict } from '../model/scan';
import {
	choiceRuleSchema,
	chosenOptionSchema,
	type LastPickup,
	type ListedShipment,
	limitEurSchema,
	MAX_SELECTED_SHIPMENTS,
	type ShipmentDay,
	type ShipmentDetail,
	type ShipmentFacets,
	type ShipmentSummary,
	shipmentFilterSchema,
	shipmentResolutionSchema,
	shipmentSortSchema,
	voidReasonSchema,
} from '../model/shipment';
import { enteredDraftSchema, shipmentDraftSchema } from '../model/shipment-draft';
import { productIdSchema } from '../model/trade-terms';
import { idInput, method, noInput } from './method';

/** The texts of the warnings that the user saw before sending the shipment. The history of the shipment has them, shortened if they are very long. */
const confirmedWarningsSchema = z
	.array(z.string().overwrite((text) => text.slice(0, 1_000)))
	.overwrite((texts) => texts.slice(0, 50))
	.default([]);

export const shipmentsApi = {
	/** Replaces the backup of the Ship form; null when the form shows the result of a shipment. */
	'form.save': method<void>()(z.object({ form: formBackupSchema.nullable() })),
	/** Returns the form backup to a window that was reloaded after a crash. */
	'form.recover': method<RecoveredForm>()(noInput),
	/**
	 * Submits a draft.
	 * @param book True books the shipment; false saves the draft at the service.
	 * @param id Id of the saved draft that is submitted; without it, a shipment is created.
	 */
	'shipments.create': method<{ shipment: ShipmentDetail }>()(
		z.object({
			draft: shipmentDraftSchema,
			/** Product of the chosen rate option; without it, the service chooses a product. */
			productId: productIdSchema.optional(),
			book: z.boolean(),
			id: idInput.shape.id.optional(),
			/** The batch row that this draft edits. */
			row: z.object({ batchId: idInput.shape.id, position: z.int().positive() }).optional(),
			/** The rate option that was shown for `productId`; null when none was chosen. */
			chosen: chosenOptionSchema.nullable().default(null),
			confirmedWarnings: confirmedWarningsSchema,
		}),
	),
	/** Prints the labels of a booking that could not be stored yet (see `ShipmentDetail.isUnsaved`). */
	'shipments.printUnsaved': method<{ destination: string }>()(idInput),
	/** The newest shipment with this reference that was queued or sent at this desk in the last 24 hours; null when there is none. */
	'shipments.findRecent': method<ShipmentSummary | null>()(z.object({ reference: z.string().max(200) })),
	/** The last pickup that this desk requested for a sender; null when there is none among the last 2,000 shipments. */
	'shipments.findPickup': method<LastPickup | null>()(
		z.object({ addressLine1: z.string().max(2000), zipcode: z.string().max(2000) }),
	),
	/** Saves a draft, complete or not, at this desk. */
	'shipments.saveDraft': method<ShipmentDetail>()(
		z.object({ draft: enteredDraftSchema, id: idInput.shape.id.optional() }),
	),
	/** Queues a draft. When the service is online, the draft is submitted if its price is at most `limitEur`. */
	'shipments.queue': method<ShipmentDetail>()(
		z.object({
			draft: shipmentDraftSchema,
			rule: choiceRuleSchema,
			limitEur: limitEurSchema,
			id: idInput.shape.id.optional(),
			confirmedWarnings: confirmedWarningsSchema,
		}),
	),
	/** Approves a held shipment up to a new maximum price. */
	'shipments.release': method<ShipmentDetail>()(idInput.extend({ limitEur: limitEurSchema })),
	/** Cancels a draft at this desk, or a queued or held shipment. Nothing is sent. */
	'shipments.withdraw': method<ShipmentDetail>()(idInput),
	/** Marks a booked shipment as void. Nothing is sent: the user voids it in the account at the service. */
	'shipments.markVoid': method<ShipmentDetail>()(idInput.extend({ reason: voidReasonSchema })),
	/** The newest shipments that match the filter, newest first. */
	'shipments.list': method<ShipmentSummary[]>()(
		z.object({ filter: shipmentFilterSchema.prefault({}), limit: z.int().min(1).max(500) }),
	),
	/** Rows of the list of shipments, in the given order. */
	'shipments.rows': method<ListedShipment[]>()(
		z.object({
			filter: shipmentFilterSchema,
			sort: shipmentSortSchema,
			offset: z.int().min(0).max(1e9),
			limit: z.int().min(1).max(500),
		}),
	),
	/** The days on which the listed shipments were created, newest first. Their sums are the sums of the list. */
	'shipments.days': method<ShipmentDay[]>()(z.object({ filter: shipmentFilterSchema })),
	'shipments.facets': method<ShipmentFacets>()(noInput),
	'shipments.listUnknown': method<ShipmentSummary[]>()(noInput),
	/** The list of refused shipments (see `ShipmentSummary.refusedAt`), newest first. */
	'shipments.listRefused': method<ShipmentSummary[]>()(noInput),
	/** Records that the user has seen refusals (null: all). `listRefused` and the count in the status no longer include these. */
	'shipments.acknowledgeRefused': method<void>()(
		z.object({ ids: z.array(idInput.shape.id).min(1).max(500).nullable().default(null) }),
	),
	/** Queued and held shipments outside batches, in queue order. */
	'shipments.listWaiting': method<ShipmentSummary[]>()(noInput),
	'shipments.get': method<ShipmentDetail>()(idInput),
	/** Applies the user's decision on a shipment whose outcome is unknown. */
	'shipments.resolve': method<ShipmentDetail>()(shipmentResolutionSchema),
	/**
	 * Exports the shipments that match the filter, or only those with the given ids. Opens a save dialog; null when the user
	 * cancels it.
	 */
	'shipments.export': method<{ path: string; shipments: number } | null>()(
		z.object({
			filter: shipmentFilterSchema.prefault({}),
			ids: z.array(idInput.shape.id).min(1).max(MAX_SELECTED_SHIPMENTS).nullable().default(null),
		}),
	),
	/**
	 * Saves the evidence of a shipment: a PDF, and beside it a file for `tools/verify-evidence.mjs`. Opens a save dialog; null when the user
	 * cancels it.
	 */
	'shipments.saveEvidence': method<{ path: string } | null>()(idInput),
	/**
	 * Opens the web account at the service: the page of one shipment, or the list of shipments if no id is given. Opens it in a window
	 * of the station for the built-in service, or else in the browser.
	 */
	'shipments.openAccount': method<void>()(z.object({ id: idInput.shape.id.optional() })),
	/** Resumes an outbox that stopped, for example after the service refused the key, or that pauses. */
	'outbox.resume': method<void>()(noInput),
	/** Verifies the label on a parcel with the text of a scanned code. */
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
	/** Finds what a code that was scanned on any screen belongs to. A code of a shipment's label also verifies that label. */
	'scans.lookUp': method<ScanResult>()(z.object({ text: z.string().trim().min(1).max(200) })),
} as const;
