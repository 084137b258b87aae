import { expect, test } from '@playwright/test';
import { type Station, startStation, typeAddresses, typeParcel, waitForOptions } from './station';

let station: Station;
test.beforeEach(async () => {
	station = await startStation();
});
test.afterEach(() => station.close());

const servicePid = (): Promise<number | undefined> =>
	station.app.evaluate(
		({ app }) =>
			app.getAppMetrics().find((metric) => metric.name === 'Waybill service' || metric.serviceName?.includes('Waybill'))
				?.pid,
	);

test('is started again when it dies, says so, and answers as before', async () => {
	const { page } = station;
	await expect(page.getByTestId('service-state')).toContainText('online');
	const before = await servicePid();
	process.kill(before as number, 'SIGKILL');
	await expect(page.getByTestId('service-state')).toContainText('starting');
	await expect(page.getByTestId('service-state')).toContainText('online');
	expect(await servicePid()).not.toBe(before);
	await typeAddresses(page);
	await typeParcel(page);
	await waitForOptions(page);
});
