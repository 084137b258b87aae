// Explains network errors of a printer in words that a user can act on.
import { t } from '../../../../src-contract/i18n';

const REASONS: Record<string, () => string> = {
	ECONNREFUSED: () => t('it refuses the connection: switched on, and the right port?##of a printer'),
	EHOSTUNREACH: () => t('there is no way to it: is its cable in?##of a printer'),
	ENETUNREACH: () => t('there is no network'),
	ENOTFOUND: () => t('its name is not known##of a printer'),
	ETIMEDOUT: () => t('it does not answer##of a printer'),
};
export const describeNetworkError = (error: NodeJS.ErrnoException): string =>
	REASONS[error.code ?? '']?.() ?? error.message;
