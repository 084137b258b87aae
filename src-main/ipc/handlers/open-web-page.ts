// Opens links in the browser, after checking their scheme.
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { isWebAddress } from '../../../src-contract/rules/web-address';
import type { Desktop } from '../../platform/desktop';

/** Opens a web page in the browser. Other URL schemes could start a program. @throws `link.refused` */
export async function openWebPage(desktop: Pick<Desktop, 'openInBrowser'>, url: string): Promise<void> {
	if (!isWebAddress(url)) throw new AppError('link.refused', t('Only web addresses can be opened.'));
	await desktop.openInBrowser(url);
}
