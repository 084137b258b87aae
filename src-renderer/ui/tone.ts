/** What a colour says. */
export type Tone = 'primary' | 'neutral' | 'success' | 'warning' | 'error';
