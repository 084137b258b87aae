/** The text to show for whatever was caught. */
export const errorMessage = (caught: unknown): string => (caught instanceof Error ? caught.message : String(caught));
