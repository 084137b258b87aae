// Methods of the site whose address books this desk shares.
import * as z from 'zod';
import { protectionSchema } from '../model/settings';
import type { SiteStatus } from '../model/shared-books';
import { method, nothing } from './method';

export const siteApi = {
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
} as const;
