// IPC methods for the site, whose desks share address books through the site's database.
import * as z from 'zod';
import { protectionSchema } from '../model/settings';
import type { SiteStatus } from '../model/shared-books';
import { method, noInput } from './method';

export const siteApi = {
	'site.status': method<SiteStatus>()(noInput),
	/**
	 * Joins the site after the user has confirmed it in a system dialog.
	 * @throws `site.invalidCode`, `site.refused` or `site.unreachable`; `input.invalid` when the user does not confirm
	 */
	'site.join': method<SiteStatus>()(
		z.object({
			code: z.string().max(4000),
			protection: protectionSchema.exclude(['memory']),
			passphrase: z.string().max(200).optional(),
		}),
	),
	'site.unlock': method<SiteStatus>()(z.object({ passphrase: z.string().min(1).max(200) })),
	/** Leaves the site. The addresses stay on this desk. */
	'site.leave': method<SiteStatus>()(noInput),
	'site.shareBook': method<void>()(z.object({ name: z.string().min(1).max(40) })),
	/**
	 * Resolves a conflict between two desks.
	 * @param takeOther True: the other desk's value replaces the current value. False: the current value stays.
	 * @param shown The current value that the user saw.
	 * @throws `site.changed` when `takeOther` is true and the current value is no longer `shown`.
	 */
	'site.resolveConflict': method<void>()(
		z.object({ conflictId: z.int().positive(), takeOther: z.boolean(), shown: z.unknown().optional() }),
	),
} as const;
