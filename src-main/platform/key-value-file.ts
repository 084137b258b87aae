/** The part of electron-store's interface that is used here: a small JSON file that is replaced atomically on each write. */
export interface KeyValueFile {
	get(key: string): unknown;
	set(key: string, value: unknown): void;
	delete(key: string): void;
}
