// Addresses of the account section.
import type { Session } from '../../accounts/sessions';

export const ACCOUNT_PATH = '/account';
export const HOME = `${ACCOUNT_PATH}/shipments`;
export const SIGN_IN = `${ACCOUNT_PATH}/sign-in`;

/** What every route of a signed-in browser knows. */
export type SignedIn = { Variables: { session: Session } };
