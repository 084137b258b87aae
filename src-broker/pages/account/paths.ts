// URL paths of the account section.
import type { Session } from '../../accounts/sessions';

export const ACCOUNT_PATH = '/account';
export const SHIPMENTS_PATH = `${ACCOUNT_PATH}/shipments`;
export const SIGN_IN_PATH = `${ACCOUNT_PATH}/sign-in`;

/** Request context of routes that require a session. */
export type SessionEnvironment = { Variables: { session: Session } };
