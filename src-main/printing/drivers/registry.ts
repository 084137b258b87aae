import type { Printer } from '../../../src-contract/print';
import type { Driver } from './driver';
import { folderDriver } from './folder';

/** One line a driver; the shared driver suite runs every one of them. */
export const drivers: Record<Printer['driver'], Driver> = {
	folder: folderDriver,
};
