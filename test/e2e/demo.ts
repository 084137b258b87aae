// Demonstrates the main job: addresses, rates, booking, label. Saves screenshots and a summary.
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { log } from '../../tools/log.mjs';
import { projectRoot } from '../../tools/project-root.mjs';
import {
	book,
	removeDataDir,
	SWISS_RECIPIENT,
	startStation,
	typeAddresses,
	typeContents,
	typeParcel,
	waitForOptions,
} from './station';

const target = path.join(projectRoot, 'out', 'demo');

export async function runDemo(): Promise<void> {
	rmSync(target, { recursive: true, force: true });
	mkdirSync(target, { recursive: true });
	const started = Date.now();
	log('demo: opening the station');
	const station = await startStation();
	const { page } = station;
	const picture = (name: string) => page.screenshot({ path: path.join(target, `${name}.png`) });
	try {
		await page.getByTestId('service-state').getByText('online').waitFor();
		await picture('1-empty');
		log('demo: typing both addresses');
		await typeAddresses(page, SWISS_RECIPIENT);
		await typeParcel(page);
		await typeContents(page);
		await page.getByLabel('Reason for export').click();
		await page.getByRole('option', { name: 'Commercial' }).click();
		await page.getByLabel('Incoterms').click();
		await page.getByRole('option', { name: /^DAP/ }).click();
		log('demo: asking the rates');
		await waitForOptions(page);
		await page.getByRole('region', { name: 'Duties and taxes' }).getByText(/€/).first().waitFor();
		await picture('2-options');
		log('demo: booking and printing');
		const trackingNumber = await book(page);
		await page.locator('canvas[data-drawn="true"]').waitFor();
		await page.getByText('Saved to folder').nth(1).waitFor();
		await picture('3-booked');
		for (const [index, name] of ['Shipments', 'Addresses', 'Printers', 'Settings'].entries()) {
			await page.getByRole('link', { name }).first().click();
			await page.getByRole('heading', { name, level: 1 }).waitFor();
			await page.waitForTimeout(200);
			await picture(`${index + 4}-${name.toLowerCase()}`);
		}
		const files = readdirSync(station.labelsDir).filter((name) => name.endsWith('.pdf'));
		for (const name of files) copyFileSync(path.join(station.labelsDir, name), path.join(target, name));
		const summary = { trackingNumber, documents: files, seconds: (Date.now() - started) / 1000 };
		writeFileSync(path.join(target, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
		log(
			`demo: booked ${trackingNumber}; ${files.join(' and ')} and the screenshots are in ${path.relative(projectRoot, target)}`,
		);
	} catch (error) {
		await picture('failed').catch(() => undefined);
		throw error;
	} finally {
		await station.close();
		removeDataDir(station.dataDir);
	}
}
