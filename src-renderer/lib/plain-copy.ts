/** A deep copy without reactive proxies and undefined fields, as it crosses the bridge. Only of data that JSON can hold. */
export const plainCopy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
