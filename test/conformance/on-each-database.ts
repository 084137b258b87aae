import { afterAll, beforeAll, describe, inject } from 'vitest';
import { databases } from '../fixtures/databases';
import { newDatabase } from '../fixtures/postgres';
import { type Service, type ServiceOptions, startService } from '../fixtures/service';

/** Runs the tests against a service over HTTP, once with SQLite and once with PostgreSQL. */
export function onEachDatabase(
	title: string,
	tests: (service: () => Service) => void,
	options: Omit<ServiceOptions, 'databaseUrl'> = {},
): void {
	describe.each(databases)(`${title} on %s`, (database) => {
		let service: Service;
		beforeAll(async () => {
			const databaseUrl = database === 'postgres' ? await newDatabase(inject('postgresUrl')) : undefined;
			service = await startService({ ...options, databaseUrl });
		});
		afterAll(() => service?.stop());
		tests(() => service);
	});
}
