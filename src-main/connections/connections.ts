// The services that the desk uses or has used. Whatever is stored of a service names its connection by id: shipments, batch rows,
// cached quotes and the key. The address is stored here alone; the user chooses it in the settings.
import { randomBytes } from 'node:crypto';
import type { Database } from '../platform/database';

/** The connection to the built-in service; a released migration writes it too. */
export const BUILT_IN = 'built-in';

export interface ConnectionRecord {
	/** Never changes and is never used again for another address: a key that is stored under it stays with its service. */
	id: string;
	/** Null: the built-in service, whose address changes with each start. */
	baseUrl: string | null;
}

/** @param serviceUrl the setting: the address of the service in use, empty for the built-in one */
export function createConnections(database: Database, serviceUrl: () => string) {
	const idByUrl = new Map<string, string>();

	function idOf(baseUrl: string): string {
		const known =
			idByUrl.get(baseUrl) ?? database.get<{ id: string }>('SELECT id FROM connection WHERE base_url = ?', baseUrl)?.id;
		const id = known ?? `partner-${randomBytes(8).toString('hex')}`;
		if (known === undefined) database.write('INSERT INTO connection (id, base_url) VALUES (?, ?)', id, baseUrl);
		idByUrl.set(baseUrl, id);
		return id;
	}

	/** The one in use. An address that the desk has not used before gets an id. */
	function current(): ConnectionRecord {
		const baseUrl = serviceUrl();
		return baseUrl === '' ? { id: BUILT_IN, baseUrl: null } : { id: idOf(baseUrl), baseUrl };
	}

	return {
		current,
		currentId: (): string => current().id,
		isBuiltIn: (): boolean => current().baseUrl === null,

		/** For a text that names it: `{service, select, builtIn {the built-in service} other {{service}}}`. */
		nameOf(id: string): string {
			if (id === BUILT_IN) return 'builtIn';
			return database.get<{ base_url: string }>('SELECT base_url FROM connection WHERE id = ?', id)?.base_url ?? id;
		},
	};
}
export type Connections = ReturnType<typeof createConnections>;
