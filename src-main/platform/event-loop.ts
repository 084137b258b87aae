/** Lets other tasks of this thread run. */
export const yieldToEventLoop = () => new Promise((resolve) => setImmediate(resolve));
