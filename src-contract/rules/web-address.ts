/** True for an http or https URL. Only these are opened in the browser: a link of another scheme could start a program. */
export function isWebAddress(url: string): boolean {
	if (!/^https?:\/\/[^\s\p{C}]+$/iu.test(url)) return false;
	try {
		return new URL(url).host !== '';
	} catch {
		return false;
	}
}
