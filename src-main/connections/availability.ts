// Whether the service answers: as the last request showed, and as the test in Settings finds out.
import { t } from '../../src-contract/i18n';
import type { Connection } from './port';

/** @param onChange called when a request has another result than the one before */
export function createAvailability(onChange: (isAnswering: boolean) => void) {
	let isAnswering: boolean | undefined;
	return {
		/** Whether the last request was answered; undefined before the first. */
		isAnswering: () => isAnswering,
		record(isAnswered: boolean): void {
			if (isAnswered === isAnswering) return;
			isAnswering = isAnswered;
			onChange(isAnswered);
		},
		/** Another service is used from now on. */
		reset(): void {
			isAnswering = undefined;
		},
	};
}

/** The test that a user starts in Settings: requests rates, which costs nothing. @throws what the service refused, or why it cannot be asked */
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
