// Maps errors of the connection and of the site's database to errors for the user.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { SiteEndpoint } from '../../src-contract/model/shared-books';

const unreachableError = (server: SiteEndpoint, cause: unknown) =>
	new AppError(
		'site.unreachable',
		t(
			'The site at {host} cannot be reached. You can keep working. Your changes are sent when the connection is back.',
			{
				host: server.host,
			},
		),
		{ cause, retryable: true },
	);

/** The error for a site that refuses this desk or cannot be trusted. Not retryable, because the user must act. */
export const refusedError = (message: string, cause?: unknown) => new AppError('site.refused', message, { cause });

/** The SQLSTATE of a PostgreSQL error, or the code of a system error such as ECONNREFUSED; empty for other errors. */
function codeOf(error: unknown): string {
	const hasCode = typeof error === 'object' && error !== null && 'code' in error;
	return hasCode && typeof error.code === 'string' ? error.code : '';
}

/** @returns `site.changed`, `site.refused` or `site.unreachable`; an AppError is returned unchanged */
export function siteError(error: unknown, server: SiteEndpoint): AppError {
	if (error instanceof AppError) return error;
	const code = codeOf(error);
	// serialization_failure, which the site's functions raise when a value was changed by another desk in the meantime.
	if (code === '40001')
		return new AppError(
			'site.changed',
			t('This entry has changed since it was shown. Nothing was saved. Check it and decide again.'),
			{
				cause: error,
				retryable: true,
			},
		);
	// Wrong credentials (class 28) or a missing permission (42501). A missing table is reported as `site.unreachable`, because
	// the site may be under repair.
	if (/^(28|42501)/.test(code))
		return refusedError(
			t(
				'The site refused this desk. The invitation was already used or has expired, or the desk was removed. Your data is saved on this desk. Ask your administrator for a new invitation.',
			),
			error,
		);
	return unreachableError(server, error);
}
