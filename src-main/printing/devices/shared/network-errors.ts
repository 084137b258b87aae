// Describes network errors of a printer in words that tell the user what to check.
import { t } from '../../../../src-contract/i18n';

const TEXTS_BY_CODE: Record<string, () => string> = {
	ECONNREFUSED: () => t('connection refused; check that it is on and the port is right##of a printer'),
	EHOSTUNREACH: () => t('not reachable; check its cable##of a printer'),
	ENETUNREACH: () => t('no network connection'),
	ENOTFOUND: () => t('unknown host name##of a printer'),
	ETIMEDOUT: () => t('no answer##of a printer'),
};
export const describeNetworkError = (error: NodeJS.ErrnoException): string =>
	TEXTS_BY_CODE[error.code ?? '']?.() ?? error.message;
