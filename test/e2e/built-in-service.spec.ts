// The built-in service dies; the station starts it again.
import { expect, test } from './fixtures';
import { fillShip } from './seed';
import { type Station, waitForOptions } from './station';

const servicePid = ({ app: station }: Station): Promise<number | undefined> =>
	station.evaluate(
		({ app }) =>
			app.getAppMetrics().find((metric) => metric.name === 'Waybill service' || metric.serviceName?.includes('Waybill'))
				?.pid,
	);

test('is started again when it dies, says so, and answers as before', async ({ station }) => {
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
