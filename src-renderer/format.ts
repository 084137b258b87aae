// How figures, codes and times are written on the screens.
const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });
const dayAndTime = new Intl.DateTimeFormat('en-GB', {
	day: 'numeric',
	month: 'short',
	hour: '2-digit',
	minute: '2-digit',
});
const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });

export const formatEuros = (amount: number): string => euros.format(amount);
export const formatTime = (iso: string): string => dayAndTime.format(new Date(iso));
export const groupCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ');

export function countryName(code: string): string {
	return /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code;
}

export function formatDays(min: number | undefined, max: number | undefined): string {
	const most = max ?? min;
	if (most === undefined) return 'days not given';
	const range = min !== undefined && min !== most ? `${min}–${most}` : String(most);
	return `${range} working ${most === 1 ? 'day' : 'days'}`;
}
