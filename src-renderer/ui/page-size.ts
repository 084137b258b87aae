/** Rows per request of a long list. */
export const PAGE_SIZE = 100;
