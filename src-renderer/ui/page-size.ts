/** Rows that a long list asks for at a time. */
export const PAGE_SIZE = 100;
