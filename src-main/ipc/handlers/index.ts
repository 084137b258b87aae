// The IPC handlers, one file per domain. The types require a handler for every method of the contract.
import type { stationApi } from '../../../src-contract/api';
import type { HandlersOf } from '../../../src-contract/api/method';
import { type AddressesServices, addressesHandlers } from './addresses';
import { type BatchesServices, batchesHandlers } from './batches';
import { type DeskBackupServices, deskBackupHandlers } from './desk-backup';
import { type DocumentsServices, documentsHandlers } from './documents';
import { type GoodsServices, goodsHandlers } from './goods';
import { type ItemsServices, itemsHandlers } from './items';
import { type OrdersServices, ordersHandlers } from './orders';
import { type PackingServices, packingHandlers } from './packing';
import { type PeopleServices, peopleHandlers } from './people';
import { type PrintingServices, printingHandlers } from './printing';
import { type RatesServices, ratesHandlers } from './rates';
import { type ReportsServices, reportsHandlers } from './reports';
import { type SettingsServices, settingsHandlers } from './settings';
import { type ShipmentsServices, shipmentsHandlers } from './shipments';
import { type SiteServices, siteHandlers } from './site';
import { type SupportServices, supportHandlers } from './support';
import { type WindowServices, windowHandlers } from './window';

export type Handlers = HandlersOf<typeof stationApi>;

/** Services that the handlers use; src-main/compose provides them. */
export type HandlerServices = WindowServices &
	SettingsServices &
	PeopleServices &
	SiteServices &
	AddressesServices &
	RatesServices &
	GoodsServices &
	ShipmentsServices &
	OrdersServices &
	ItemsServices &
	PackingServices &
	BatchesServices &
	DocumentsServices &
	PrintingServices &
	ReportsServices &
	SupportServices &
	DeskBackupServices;

export const createHandlers = (services: HandlerServices): Handlers => ({
	...windowHandlers(services),
	...settingsHandlers(services),
	...peopleHandlers(services),
	...siteHandlers(services),
	...addressesHandlers(services),
	...ratesHandlers(services),
	...goodsHandlers(services),
	...shipmentsHandlers(services),
	...ordersHandlers(services),
	...itemsHandlers(services),
	...packingHandlers(services),
	...batchesHandlers(services),
	...documentsHandlers(services),
	...printingHandlers(services),
	...reportsHandlers(services),
	...supportHandlers(services),
	...deskBackupHandlers(services),
});
