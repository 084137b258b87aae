/** True for http and https URLs, which may be opened in the browser. Links of other schemes could start a program. */
export function isWebAddress(url: string): boolean {
	if (!/^https?:\/\/[^\s\p{C}]+$/iu.test(url)) return false;
	try {
		return new URL(url).host !== '';
	} catch {
		return false;
	}
}
