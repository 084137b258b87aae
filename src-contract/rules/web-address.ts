/** Whether the system's browser may be given this address. A link of another kind may start a program. */
export function isWebAddress(url: string): boolean {
	if (!/^https?:\/\/[^\s\p{C}]+$/iu.test(url)) return false;
	try {
		return new URL(url).host !== '';
	} catch {
		return false;
	}
}
