// Every method that the screens may call: its input as a schema, its output as a type. A method added here makes the
// handlers table of the main process stop compiling until it is answered.
import * as z from 'zod';
import type { ErrorReport } from '../errors';
import type { StationStatus } from '../events';
import { say } from '../i18n';
import {
	type AddressFacets,
	addressFilterSchema,
	type Batch,
	bookEntrySchema,
	type DuplicatePair,
	type EntryChange,
	keptEntrySchema,
	type SavedAddress,
	type Snapshot,
	type SnapshotCounts,
	type SnapshotRow,
	type Undone,
} from '../model/address';
import { type AddressCheck, checkedAddressSchema, type PastedField } from '../model/address-check';
import {
	type BookProgress,
	exportFormatSchema,
	IMPORT_STATES,
	type ImportCounts,
	type Imported,
	type ImportFile,
	type ImportRow,
	importPlanSchema,
	importReadingSchema,
} from '../model/address-import';
import { type BatchProgress, type BatchRow, type BatchSummary, batchPlanSchema, rowStateSchema } from '../model/batch';
import type { Saving } from '../model/cheaper-variant';
import { dutiesContentSchema } from '../model/duties';
import { formBackupSchema, type RecoveredForm } from '../model/form-backup';
import type { GoodsSuggestion, RememberedCode } from '../model/goods';
import { type OrderFile, orderPlanSchema } from '../model/order';
import { parcelSchema } from '../model/parcel';
import {
	documentKindSchema,
	type FoundPrinter,
	type PrinterStatus,
	printerProofSchema,
	printerSchema,
	type Route,
	routeSchema,
} from '../model/print';
import { type Report, reportRangeSchema } from '../model/report';
import { type CredentialStatus, protectionSchema, type Settings, settingsSchema } from '../model/settings';
import type { SiteStatus } from '../model/shared-books';
import {
	choiceRuleSchema,
	chosenOptionSchema,
	compositionSchema,
	type KeptComposition,
	keptCompositionSchema,
	limitEurSchema,
	type PrintJobSummary,
	type Scanned,
	type ScanVerdict,
	type ShipmentDetail,
	type ShipmentFacets,
	type ShipmentSummary,
	shipmentFilterSchema,
	shipmentResolutionSchema,
} from '../model/shipment';
import { countryCodeSchema, hsCodeSchema, productIdSchema } from '../model/trade-terms';
import type { DutiesResponse, RateOption } from '../partner-api';
import type { PageSize } from '../rules/label-placement';

export interface Method<Input extends z.ZodType = z.ZodType, Output = unknown> {
	input: Input;
	/** Carries the type only. */
	output?: Output;
}

const method =
	<Output>() =>
	<Input extends z.ZodType>(input: Input): Method<Input, Output> => ({ input });

/** What can stand in a header: a stray invisible letter from a paste is told here, not at the first booking. */
const headerText = (max: number, missing: () => string, strange: () => string) =>
	z
		.string()
		.trim()
		.min(1, { error: missing })
		.max(max)
		.regex(/^[\x21-\x7e]+$/, { error: strange });
const id = z.object({ id: z.int().positive() });
const rowOfBatch = id.extend({ position: z.int().positive() });
const nothing = z.undefined();
const page = z.object({ offset: z.int().min(0), limit: z.int().min(1).max(500) });
const goodsDescription = z.string().trim().min(1).max(200);
const quotePlace = z.object({
	countryCode: countryCodeSchema,
	zipcode: z.string().trim().max(20),
	city: z.string().trim().max(100),
});

const quoteQuestion = z.object({
	from: quotePlace,
	to: quotePlace.extend({ companyName: z.string().max(100) }),
	parcels: z.array(parcelSchema).min(1),
	insured: z.boolean(),
	totalValueEur: z.number().min(0).max(1e9),
});

export interface Quote {
	/** Cheapest first, then by transit days. `optionKeys` of `rate-options.ts` tells options of one `productId` apart. */
	options: RateOption[];
	message: string;
	/** Sentences on options that were left out, or that the service cannot tell apart. */
	notes: string[];
	/** When the service answered, ISO 8601. */
	asOf: string;
	/** Why it could not be asked now, and these are prices of before; else empty. */
	unreachable: string;
}

export interface BookingResult {
	shipment: ShipmentDetail;
}

/** Where labels of this desk go now, and for whom that printer stands in. */
export interface LabelPrinter {
	name: string;
	instead: string | null;
	others: number;
}

/** One page as pixels: RGBA, four bytes each, row by row from the top. */
export interface PageImage {
	rgba: Uint8Array;
	widthPx: number;
	heightPx: number;
	widthMm: number;
	heightMm: number;
}

/** A document as it would lie on a stock if it were scaled. */
export interface PrintPreview {
	/** Of its first page. */
	page: PageSize;
	/** Codes that are read on the document, but not on the sheet. */
	lostCodes: string[];
}

export const stationApi = {
	'station.status': method<StationStatus>()(nothing),
	/** The first screen stands: what would take the processor from it may start now. */
	'station.screenReady': method<void>()(nothing),
	/** What is typed in Ship, as it is typed; null: nothing, or it is a shipment by now. */
	'form.save': method<void>()(z.object({ form: formBackupSchema.nullable() })),
	/** For a window that was loaded again. */
	'form.recover': method<RecoveredForm>()(nothing),
	'settings.read': method<Settings>()(nothing),
	'settings.save': method<Settings>()(settingsSchema),
	'credentials.status': method<CredentialStatus>()(nothing),
	'credentials.set': method<CredentialStatus>()(
		z.object({
			key: headerText(
				200,
				() => say('The key is required'),
				() => say('The key holds a letter that no key has: copy it again'),
			),
			secret: headerText(
				400,
				() => say('The secret is required'),
				() => say('The secret holds a letter that no key has: copy it again'),
			),
			protection: protectionSchema,
			passphrase: z.string().max(200).optional(),
		}),
	),
	'credentials.unlock': method<CredentialStatus>()(z.object({ passphrase: z.string().min(1).max(200) })),
	'credentials.clear': method<CredentialStatus>()(nothing),
	'service.test': method<{ message: string }>()(nothing),
	'site.status': method<SiteStatus>()(nothing),
	/** @throws `site.noCode`, `site.refused`, `site.unreachable` */
	'site.join': method<SiteStatus>()(
		z.object({
			code: z.string().max(4000),
			protection: protectionSchema.exclude(['memory']),
			passphrase: z.string().max(200).optional(),
		}),
	),
	'site.unlock': method<SiteStatus>()(z.object({ passphrase: z.string().min(1).max(200) })),
	/** The addresses stay on this desk. */
	'site.leave': method<SiteStatus>()(nothing),
	'site.shareBook': method<void>()(z.object({ name: z.string().min(1).max(40) })),
	/** `takeOther`: not what stands, but the other value; `shown`: what stood when it was decided. @throws `site.changed` */
	'site.settle': method<void>()(
		z.object({ conflictId: z.int().positive(), takeOther: z.boolean(), shown: z.unknown().optional() }),
	),
	'addresses.search': method<SavedAddress[]>()(
		z.object({
			text: z.string().max(200),
			limit: z.int().min(1).max(500),
			filter: addressFilterSchema.prefault({}),
		}),
	),
	/** A page of the list, the last used first. */
	'addresses.list': method<{ rows: SavedAddress[]; total: number }>()(
		z.object({
			offset: z.int().min(0),
			limit: z.int().min(1).max(500),
			filter: addressFilterSchema.prefault({}),
		}),
	),
	'addresses.check': method<AddressCheck>()(checkedAddressSchema),
	'addresses.readPasted': method<PastedField[]>()(z.object({ text: z.string().max(4000) })),
	'addresses.facets': method<AddressFacets>()(nothing),
	/** The notice of the book was read. */
	'addresses.noticeRead': method<void>()(nothing),
	/** `opened`: as it stood in the form at first; what was not touched since stays as the book has it by now. */
	'addresses.save': method<SavedAddress>()(
		bookEntrySchema.extend({
			id: z.int().positive().optional(),
			opened: z.record(z.string().max(60), z.unknown()).optional(),
		}),
	),
	'addresses.remove': method<{ batchId: number }>()(z.object({ ids: z.array(z.int().positive()).min(1).max(10_000) })),
	'addresses.merge': method<{ batchId: number; entry: SavedAddress }>()(
		z.object({
			keptId: z.int().positive(),
			otherId: z.int().positive(),
			entry: keptEntrySchema,
			/** As both stood when it was chosen: what was only taken from one of them is taken as it is by now. */
			seen: z
				.object({ kept: z.record(z.string().max(60), z.unknown()), other: z.record(z.string().max(60), z.unknown()) })
				.optional(),
		}),
	),
	/** Brings back what stood before a change of the book, for 30 days. */
	'addresses.undo': method<Undone>()(
		z.object({ batchId: z.int().positive(), entryId: z.int().positive().nullable().default(null) }),
	),
	'addresses.history': method<EntryChange[]>()(id),
	'addresses.batches': method<Batch[]>()(z.object({ limit: z.int().min(1).max(200) })),
	'addresses.duplicates': method<DuplicatePair[]>()(nothing),
	'addresses.keepApart': method<void>()(z.object({ oneId: z.int().positive(), otherId: z.int().positive() })),
	/** Asks for a file; null: none was chosen. */
	'addresses.importOpen': method<ImportFile | null>()(nothing),
	'addresses.importRead': method<ImportFile>()(importReadingSchema),
	'addresses.importPreview': method<ImportCounts>()(importPlanSchema),
	'addresses.importRows': method<ImportRow[]>()(z.object({ state: z.enum(IMPORT_STATES).nullable(), ...page.shape })),
	'addresses.importTake': method<Imported>()(
		z.object({ columns: importPlanSchema.shape.columns, withChanged: z.boolean() }),
	),
	'addresses.importClose': method<void>()(nothing),
	/** Asks where to; null: nowhere. */
	'addresses.export': method<{ place: string; entries: number } | null>()(
		z.object({ format: exportFormatSchema, filter: addressFilterSchema.prefault({}) }),
	),
	/** How far the long piece of work is that is under way; null: none is. */
	'addresses.progress': method<BookProgress | null>()(nothing),
	/** What is under way ends, and the book is as it was before it. */
	'addresses.stop': method<void>()(nothing),
	'addresses.snapshots': method<Snapshot[]>()(nothing),
	/** @param name of a daily one */
	'addresses.snapshotOpen': method<SnapshotCounts>()(
		z.object({ name: z.string().regex(/^[\w.-]+\.waybill$/, { error: () => say('no snapshot has this name') }) }),
	),
	/** Asks for a backup file; null: none was chosen. */
	'addresses.backupOpen': method<(SnapshotCounts & { name: string }) | null>()(nothing),
	'addresses.snapshotRows': method<SnapshotRow[]>()(page),
	'addresses.snapshotClose': method<void>()(nothing),
	/** @param keys of rows; null: all */
	'addresses.restore': method<{ batchId: number; restored: number }>()(
		z.object({ keys: z.array(z.int().min(0)).max(10_000).nullable() }),
	),
	/** Asks where to; null: nowhere. */
	'addresses.backup': method<{ place: string; entries: number } | null>()(nothing),
	'rates.quote': method<Quote>()(quoteQuestion),
	/** A small change that makes an option cheaper; null: there is none. */
	'rates.saving': method<Saving | null>()(quoteQuestion.extend({ productId: productIdSchema })),
	'duties.estimate': method<DutiesResponse>()(
		z.object({ from: quotePlace, to: quotePlace, items: z.array(dutiesContentSchema).min(1) }),
	),
	'goods.suggest': method<GoodsSuggestion>()(z.object({ description: goodsDescription })),
	/** What a code holds; null when it is none. */
	'goods.describe': method<string | null>()(z.object({ code: hsCodeSchema })),
	'goods.remember': method<RememberedCode>()(z.object({ description: goodsDescription, code: hsCodeSchema })),
	/** The estimate on the screen, as a page, to the printer for papers. */
	'duties.print': method<{ place: string }>()(nothing),
	'clipboard.copy': method<void>()(z.object({ text: z.string().max(500_000) })),
	/** @param id of one that is kept here; else it is a new one */
	'shipments.create': method<BookingResult>()(
		z.object({
			composition: compositionSchema,
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
		z.object({ composition: keptCompositionSchema, id: id.shape.id.optional() }),
	),
	/** It goes by itself when the line is back, at that price at most. */
	'shipments.queue': method<ShipmentDetail>()(
		z.object({
			composition: compositionSchema,
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
	'batches.list': method<BatchSummary[]>()(nothing),
	'batches.get': method<BatchProgress>()(id),
	'batches.rows': method<BatchRow[]>()(id.extend({ state: rowStateSchema.nullable().default(null), ...page.shape })),
	/** A row as the form shows it. */
	'batches.composition': method<KeptComposition>()(rowOfBatch),
	'batches.save': method<BatchProgress>()(id.extend({ plan: batchPlanSchema })),
	/** What the service offers on the lanes of a batch. */
	'batches.products': method<{ productId: number; name: string }[]>()(id),
	/** Asks the price of every row that was not sent. */
	'batches.rate': method<BatchProgress>()(id),
	'batches.start': method<BatchProgress>()(id),
	'batches.pause': method<BatchProgress>()(id),
	'batches.stop': method<BatchProgress>()(id),
	'batches.mend': method<BatchRow>()(rowOfBatch.extend({ composition: keptCompositionSchema })),
	'batches.remove': method<void>()(id),
	/** Asks where to; null: nowhere. */
	'batches.export': method<{ place: string } | null>()(id),
	'documents.page': method<PageImage>()(z.object({ documentId: z.int().positive(), page: z.int().min(0).max(500) })),
	'documents.export': method<{ path: string } | null>()(z.object({ documentId: z.int().positive() })),
	/** Says what a document is, for this one and the next of its carrier. */
	'documents.correctKind': method<ShipmentDetail>()(
		z.object({ documentId: z.int().positive(), kind: documentKindSchema.exclude(['slip']) }),
	),
	/** Whether a label is cropped out of its page: for the next of its carrier and size, and taken back for this one. */
	'documents.setCropped': method<ShipmentDetail>()(
		z.object({ documentId: z.int().positive(), isCropped: z.boolean() }),
	),
	/** Takes apart once more what could not be printed. */
	'documents.readAgain': method<ShipmentDetail>()(z.object({ documentId: z.int().positive() })),
	/** Prints on the printer of its rule. */
	'printing.print': method<PrintJobSummary>()(z.object({ documentId: z.int().positive() })),
	'printing.slip': method<PrintJobSummary>()(z.object({ shipmentId: z.int().positive() })),
	'printing.jobs': method<PrintJobSummary[]>()(z.object({ limit: z.int().min(1).max(500) })),
	/** What waits, is being sent, failed, or may have printed. */
	'printing.open': method<PrintJobSummary[]>()(nothing),
	/** How the pages of a document would lie on a printer's stock if they were scaled, and what scanners could no longer read. */
	'printing.previewScaled': method<PrintPreview>()(
		z.object({ documentId: z.int().positive(), printerId: z.string().min(1).max(64) }),
	),
	'printing.retry': method<PrintJobSummary>()(id.extend({ scaled: z.boolean().default(false) })),
	'printing.confirm': method<PrintJobSummary>()(id),
	'printing.cancel': method<PrintJobSummary>()(id),
	/** A scan of the printed label on the parcel. */
	'shipments.scan': method<ScanVerdict>()(
		z.object({
			id: z.int().positive(),
			text: z
				.string()
				.trim()
				.min(1, { error: () => say('Scan a code') })
				.max(200),
		}),
	),
	/** A code that was scanned on any screen: a parcel's is closed by it, an order is named. */
	'scans.resolve': method<Scanned>()(z.object({ text: z.string().trim().min(1).max(200) })),
	'printers.list': method<PrinterStatus[]>()(nothing),
	'printers.discover': method<FoundPrinter[]>()(nothing),
	/** Printers that announce themselves by DNS-SD; answers after about 3 s. */
	'printers.discoverNetwork': method<FoundPrinter[]>()(nothing),
	/** Without a start position the labels of its sheet go on where they are. */
	'printers.save': method<PrinterStatus[]>()(
		printerSchema.extend({ startPosition: printerSchema.shape.startPosition.unwrap().optional() }),
	),
	'printers.remove': method<PrinterStatus[]>()(z.object({ printerId: z.string() })),
	/** Another prints in its place, what waits included; null: it prints itself again. */
	'printers.divert': method<PrinterStatus[]>()(z.object({ printerId: z.string(), to: z.string().nullable() })),
	/** The next printer at the desk takes the labels. */
	'printers.switchLabels': method<LabelPrinter>()(nothing),
	'printers.labels': method<LabelPrinter>()(nothing),
	'printers.chooseFolder': method<string | null>()(nothing),
	'printers.test': method<{ place: string }>()(z.object({ printerId: z.string() })),
	/** A code of the test label that the desk's scanner read. */
	'printers.scanBack': method<PrinterStatus[]>()(
		z.object({
			printerId: z.string(),
			text: z.string().trim().max(100),
			rulerMm: printerProofSchema.shape.rulerMm,
		}),
	),
	'routes.read': method<Route[]>()(nothing),
	'routes.save': method<Route[]>()(z.array(routeSchema).min(1).max(200)),
	'reports.read': method<Report>()(reportRangeSchema),
	/** Asks where to; null: nowhere. */
	'reports.export': method<{ place: string } | null>()(reportRangeSchema),
	/** The report on the screen, as a page; asks where to. */
	'reports.exportPage': method<{ place: string } | null>()(nothing),
	/** What support is told of this desk, for a person to read before it is saved. */
	'support.collect': method<{ text: string }>()(nothing),
	/** What was collected last; asks where to. */
	'support.save': method<{ place: string } | null>()(nothing),
	'links.open': method<void>()(z.object({ url: z.string().max(2000) })),
} as const;

type StationApi = typeof stationApi;
export type MethodName = keyof StationApi;
export type Input<Name extends MethodName> = z.output<StationApi[Name]['input']>;
/** What a caller may pass: before the schema fills in what was left out. */
export type CallInput<Name extends MethodName> = z.input<StationApi[Name]['input']>;
export type Output<Name extends MethodName> = StationApi[Name] extends Method<z.ZodType, infer Result> ? Result : never;

/** What crosses the bridge back. */
export type Envelope<Value = unknown> = { ok: true; value: Value } | { ok: false; error: ErrorReport };
