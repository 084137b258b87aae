// The station restarts the built-in service when it crashes.
import { expect, test } from './fixtures';
import { fillShip } from './seed';
import { type Station, waitForOptions } from './station';

const servicePid = ({ app: station }: Station): Promise<number | undefined> =>
	station.evaluate(
		({ app }) =>
			app.getAppMetrics().find((metric) => metric.name === 'Waybill service' || metric.serviceName?.includes('Waybill'))
				?.pid,
	);

test('restarts the service when it crashes, reports it, and continues as before', async ({ station }) => {
	const { page } = station;
	await expect(page.getByTestId('service-state')).toContainText('online');
	const before = await servicePid(station);
	process.kill(before as number, 'SIGKILL');
	await expect(page.getByTestId('service-state')).toContainText('starting');
	await expect(page.getByTestId('service-state')).toContainText('online');
	expect(await servicePid(station)).not.toBe(before);
	await fillShip(page);
	await waitForOptions(page);
});
