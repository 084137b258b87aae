// Errors of the site's database as the user sees them.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { SiteEndpoint } from '../../src-contract/model/shared-books';

const unreachable = (place: SiteEndpoint, cause: unknown) =>
	new AppError(
		'site.unreachable',
		t(
			"The site's address books at {host} are not reached. This desk works on with its own copy, and sends its changes later.",
			{
				host: place.host,
			},
		),
		{ cause, retryable: true },
	);

/** The site refuses this desk, or cannot be trusted: the user must act first. */
export const refused = (message: string, cause?: unknown) => new AppError('site.refused', message, { cause });

/** An SQLSTATE of PostgreSQL, or a code of the system such as ECONNREFUSED; empty when the error has none. */
function codeOf(error: unknown): string {
	const hasCode = typeof error === 'object' && error !== null && 'code' in error;
	return hasCode && typeof error.code === 'string' ? error.code : '';
}

/** The error to show for what the connection or the server reported. */
export function siteError(error: unknown, place: SiteEndpoint): AppError {
	if (error instanceof AppError) return error;
	const code = codeOf(error);
	if (code === '40001')
		return new AppError(
			'site.changed',
			t('This was changed since it was shown. Nothing was decided: look at it again.'),
			{
				cause: error,
				retryable: true,
			},
		);
	// Wrong credentials or a missing permission. A missing object does not count: the site may be under repair.
	if (/^(28|42501)/.test(code))
		return refused(
			t(
				"The site's address books do not let this desk in: its invitation was used before or has run out, or the desk was removed. What is here is kept. Ask whoever keeps the site for another invitation.",
			),
			error,
		);
	return unreachable(place, error);
}
