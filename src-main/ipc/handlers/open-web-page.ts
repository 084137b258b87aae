// Opens links in the browser if they are http or https URLs.
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { isWebAddress } from '../../../src-contract/rules/web-address';
import type { Desktop } from '../../platform/desktop';

/** Opens a web page in the browser. @throws `link.refused` for other URL schemes, which could start a program */
export async function openWebPage(desktop: Pick<Desktop, 'openInBrowser'>, url: string): Promise<void> {
	if (!isWebAddress(url)) throw new AppError('link.refused', t('Only web addresses can be opened.'));
	await desktop.openInBrowser(url);
}
