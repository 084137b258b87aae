// IPC handlers of the site that shares address books.
import type { HandlersOf } from '../../../src-contract/api/method';
import type { siteApi } from '../../../src-contract/api/site';
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { decodeJoinCode } from '../../../src-contract/model/shared-books';
import type { Desktop } from '../../platform/desktop';
import type { Site } from '../../site/site';

export interface SiteServices {
	site: Site;
	desktop: Desktop;
}

export const siteHandlers = ({ site, desktop }: SiteServices) =>
	({
		'site.status': () => site.status(),
		'site.join': async ({ code, protection, passphrase }) => {
			const invitation = decodeJoinCode(code);
			const question = {
				message: t('Share address books with this site?'),
				detail: `${invitation?.host}:${invitation?.port} · ${invitation?.database}`,
				confirmLabel: t('Share'),
			};
			if (invitation && !(await desktop.confirm(question)))
				throw new AppError('input.invalid', t('Sharing was not confirmed. Nothing was changed.'));
			return site.join(invitation, protection, passphrase);
		},
		'site.unlock': ({ passphrase }) => site.unlock(passphrase),
		'site.leave': () => site.leave(),
		'site.shareBook': ({ name }) => site.shareBook(name),
		'site.resolveConflict': ({ conflictId, takeOther, shown }) => site.resolveConflict(conflictId, takeOther, shown),
	}) satisfies HandlersOf<typeof siteApi>;
