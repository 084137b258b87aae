// Network errors of a printer, as a user can act on them.
import { say } from '../../../../src-contract/i18n';

const REASONS: Record<string, () => string> = {
	ECONNREFUSED: () => say('it refuses the connection: switched on, and the right port?##of a printer'),
	EHOSTUNREACH: () => say('there is no way to it: is its cable in?##of a printer'),
	ENETUNREACH: () => say('there is no network'),
	ENOTFOUND: () => say('its name is not known##of a printer'),
	ETIMEDOUT: () => say('it does not answer##of a printer'),
};
export const reasonOf = (error: NodeJS.ErrnoException): string => REASONS[error.code ?? '']?.() ?? error.message;
