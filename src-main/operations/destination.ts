/** Where a request goes, and when by the clock there. */
export interface Destination {
	/** Empty: the built-in service. */
	serviceUrl: string;
	/** A digest of the key that it goes under. */
	account: string;
	/** The service's own clock; undefined: not known. */
	serviceTime: Date | undefined;
}

/** For a text that names it: `{service, select, builtIn {the built-in service} other {{service}}}`. */
export const serviceOf = (serviceUrl: string): string => serviceUrl || 'builtIn';
