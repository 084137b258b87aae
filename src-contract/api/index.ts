// All IPC methods. A method is declared in the file of its domain in this folder, and implemented in the file of the same name in
// `src-main/ipc/handlers`. A handlers file that lacks a declared method does not compile.
import type * as z from 'zod';
import type { ErrorReport } from '../errors';
import { addressesApi } from './addresses';
import { batchesApi } from './batches';
import { deskBackupApi } from './desk-backup';
import { documentsApi } from './documents';
import { goodsApi } from './goods';
import { itemsApi } from './items';
import type { InputOf, OutputOf } from './method';
import { ordersApi } from './orders';
import { packingApi } from './packing';
import { peopleApi } from './people';
import { printingApi } from './printing';
import { ratesApi } from './rates';
import { reportsApi } from './reports';
import { settingsApi } from './settings';
import { shipmentsApi } from './shipments';
import { siteApi } from './site';
import { supportApi } from './support';
import { windowApi } from './window';

export type { PageImage } from './documents';
export type { LabelPrinter, PrintPreview } from './printing';
export type { Quote } from './rates';

export const stationApi = {
	...windowApi,
	...settingsApi,
	...peopleApi,
	...siteApi,
	...addressesApi,
	...ratesApi,
	...goodsApi,
	...shipmentsApi,
	...ordersApi,
	...itemsApi,
	...packingApi,
	...batchesApi,
	...documentsApi,
	...printingApi,
	...reportsApi,
	...supportApi,
	...deskBackupApi,
} as const;

type StationApi = typeof stationApi;
export type MethodName = keyof StationApi;
export type Input<Name extends MethodName> = InputOf<StationApi[Name]>;
/** Input as the caller passes it, before the schema fills in defaults. */
export type CallInput<Name extends MethodName> = z.input<StationApi[Name]['input']>;
export type Output<Name extends MethodName> = OutputOf<StationApi[Name]>;

/** Result of a call as the main process returns it to the page: the value, or the error as data. */
export type Envelope<Value = unknown> = { ok: true; value: Value } | { ok: false; error: ErrorReport };
