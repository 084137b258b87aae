// The test that a user starts in Settings: a question for prices, which costs nothing.
import { say } from '../../src-contract/i18n';
import type { Connection } from './port';

/** @throws what the service refused, or why it cannot be asked */
export async function testConnection(connection: Pick<Connection, 'rates'>): Promise<{ message: string }> {
	const { data } = await connection.rates({
		from: { countryCode: 'NL' },
		to: { countryCode: 'DE', companyName: 'Test' },
		parcels: [{ count: 1, lengthCm: 20, widthCm: 15, heightCm: 10, weightKg: 1 }],
		insured: false,
		totalValueEur: 0,
	});
	return {
		message: say(
			'The service answers and accepts the key: {count, plural, one {# option} other {# options}} for a test parcel from NL to DE.',
			{ count: data.length },
		),
	};
}
