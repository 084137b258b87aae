// The services that the desk uses or has used. Shipments, batch rows, cached quotes and the API key refer to a service by its
// connection id. The address is stored only here; the user sets it in the settings.
import { randomBytes } from 'node:crypto';
import type { Database } from '../platform/database';

/** Connection id of the built-in service. A released migration writes the same value. */
export const BUILT_IN = 'built-in';

export interface ConnectionRecord {
	/** Permanent, and never reused for another address: the API key stored with it must stay with its service. */
	id: string;
	/** Null for the built-in service, whose address changes with each start. */
	baseUrl: string | null;
}

/** @param serviceUrl returns the setting: the address of the service in use, empty for the built-in one */
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

	/** The connection in use. A new address gets a new id. */
	function current(): ConnectionRecord {
		const baseUrl = serviceUrl();
		return baseUrl === '' ? { id: BUILT_IN, baseUrl: null } : { id: idOf(baseUrl), baseUrl };
	}

	return {
		current,
		currentId: (): string => current().id,
		isBuiltIn: (): boolean => current().baseUrl === null,

		/** The address, or `builtIn`, for messages: `{service, select, builtIn {the built-in service} other {{service}}}`. */
		nameOf(id: string): string {
			if (id === BUILT_IN) return 'builtIn';
			return database.get<{ base_url: string }>('SELECT base_url FROM connection WHERE id = ?', id)?.base_url ?? id;
		},
	};
}
export type Connections = ReturnType<typeof createConnections>;
