/** The value that is chosen in the select that the event comes from. */
export const selectedValue = ({ target }: Event): string => (target instanceof HTMLSelectElement ? target.value : '');
