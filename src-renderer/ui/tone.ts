/** Meaning of the colour of a control. */
export type Tone = 'primary' | 'neutral' | 'success' | 'warning' | 'error';
