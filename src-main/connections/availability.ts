// Tracks whether the service answers requests, and implements the connection test in Settings.
import { t } from '../../src-contract/i18n';
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

/** Connection test in Settings: requests rates for a test parcel, which costs nothing. @throws as `Connection.rates` */
export async function testConnection(connection: Pick<Connection, 'rates'>): Promise<{ message: string }> {
	const { data } = await connection.rates({
		from: { countryCode: 'NL' },
		to: { countryCode: 'DE', companyName: 'Test' },
		parcels: [{ count: 1, lengthCm: 20, widthCm: 15, heightCm: 10, weightKg: 1 }],
		insured: false,
		totalValueEur: 0,
	});
	return {
		message: t(
			'The service answers and accepts the key: {count, plural, one {# option} other {# options}} for a test parcel from NL to DE.',
			{ count: data.length },
		),
	};
}
