// Tracks whether the service answers requests, and implements the connection test in Settings.
import { t } from '../../src-contract/i18n';
import { errorMessage } from '../../src-contract/lib/error-message';
import type { Route } from './network';
import type { Connection } from './service-interface';

/** @param onChange called with the first result (also the first after `reset`), and when a result differs from the previous one */
export function createAvailability(onChange: (isAnswering: boolean) => void) {
	let isAnswering: boolean | undefined;
	return {
		/** Whether the last request was answered; undefined before the first request. */
		isAnswering: () => isAnswering,
		record(isAnswered: boolean): void {
			if (isAnswered === isAnswering) return;
			isAnswering = isAnswered;
			onChange(isAnswered);
		},
		/** Called when the service in use changes. */
		reset(): void {
			isAnswering = undefined;
		},
	};
}

/** What the connection test says of a route; empty for a direct connection without further certificate authorities. */
function routeTexts({ proxy, certificateFile, certificateFileError }: Route): string[] {
	const texts: string[] = [];
	if (proxy) texts.push(t('The connection goes through the proxy {proxy}.', { proxy }));
	if (certificateFileError !== undefined)
		texts.push(
			t('The certificates in {file} could not be read: {cause}', {
				file: certificateFile ?? '',
				cause: errorMessage(certificateFileError),
			}),
		);
	else if (certificateFile) texts.push(t('The certificates in {file} are trusted too.', { file: certificateFile }));
	return texts;
}

/**
 * Connection test in Settings: requests rates for a test parcel, which costs nothing.
 * @param route to the service in use
 * @throws as `Connection.rates`
 */
export async function testConnection(
	connection: Pick<Connection, 'rates'>,
	route: () => Promise<Route>,
): Promise<{ message: string }> {
	const { data } = await connection.rates({
		from: { countryCode: 'NL' },
		to: { countryCode: 'DE', companyName: 'Test' },
		parcels: [{ count: 1, lengthCm: 20, widthCm: 15, heightCm: 10, weightKg: 1 }],
		insured: false,
		totalValueEur: 0,
	});
	const answerText = t(
		'The service answers and accepts the key: {count, plural, one {# option} other {# options}} for a test parcel from NL to DE.',
		{ count: data.length },
	);
	return { message: [answerText, ...routeTexts(await route())].join(' ') };
}
