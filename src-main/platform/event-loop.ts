/** Lets other work of this thread run. */
export const yieldToEventLoop = () => new Promise((resolve) => setImmediate(resolve));
