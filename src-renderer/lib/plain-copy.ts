/** Deep copy without reactive proxies and undefined fields, as IPC needs it. For JSON data only. */
export const plainCopy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
