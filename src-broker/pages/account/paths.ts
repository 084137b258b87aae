// URL paths of the account section.
import type { Session } from '../../accounts/sessions';

export const ACCOUNT_PATH = '/account';
export const SHIPMENTS_PATH = `${ACCOUNT_PATH}/shipments`;
/** PDF file of the labels of several shipments. */
export const LABELS_PATH = `${SHIPMENTS_PATH}/labels.pdf`;
export const TIME_ZONE_PATH = `${ACCOUNT_PATH}/time-zone`;
export const SIGN_IN_PATH = `${ACCOUNT_PATH}/sign-in`;

/** Request context of routes that require a session. */
export type SessionEnvironment = { Variables: { session: Session } };
