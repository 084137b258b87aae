/** Meaning of a colour. */
export type Tone = 'primary' | 'neutral' | 'success' | 'warning' | 'error';
