/** The value of the select element that the event comes from. */
export const selectedValue = ({ target }: Event): string => (target instanceof HTMLSelectElement ? target.value : '');
