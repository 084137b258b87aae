// The services that the desk uses or has used, each with a connection id and its address. Shipments, batch rows, cached
// quotes and the API key refer to a service by its connection id. One service is in use at a time: the one that the settings name.
import { randomBytes } from 'node:crypto';
import type { Database } from '../platform/database';

/** Connection id of the built-in service. A released migration writes the same value. */
export const BUILT_IN_ID = 'built-in';

export interface ConnectionRecord {
	/** Never reused for another address, because the API key stored for this id must not be sent to another service. */
	id: string;
	/** Null for the built-in service, whose address changes with each start. */
	baseUrl: string | null;
}

/** @param serviceUrl reads the address of the service in use from the settings; an empty address means the built-in service */
export function createConnections(database: Database, serviceUrl: () => string) {
	const idByUrl = new Map<string, string>();

	/** The connection id of an address. If the address has none, creates and stores a new id. */
	function idOf(baseUrl: string): string {
		const knownId =
			idByUrl.get(baseUrl) ?? database.get<{ id: string }>('SELECT id FROM connection WHERE base_url = ?', baseUrl)?.id;
		const id = knownId ?? `partner-${randomBytes(8).toString('hex')}`;
		if (knownId === undefined) database.write('INSERT INTO connection (id, base_url) VALUES (?, ?)', id, baseUrl);
		idByUrl.set(baseUrl, id);
		return id;
	}

	/** The connection in use. */
	function current(): ConnectionRecord {
		const baseUrl = serviceUrl();
		return baseUrl === '' ? { id: BUILT_IN_ID, baseUrl: null } : { id: idOf(baseUrl), baseUrl };
	}

	return {
		current,
		currentId: (): string => current().id,
		isBuiltIn: (): boolean => current().baseUrl === null,

		/**
		 * Address of the service, `builtIn`, or the id if the address is unknown, for messages such as
		 * `{service, select, builtIn {the built-in service} other {{service}}}`.
		 */
		nameOf(id: string): string {
			if (id === BUILT_IN_ID) return 'builtIn';
			return database.get<{ base_url: string }>('SELECT base_url FROM connection WHERE id = ?', id)?.base_url ?? id;
		},
	};
}
export type Connections = ReturnType<typeof createConnections>;
