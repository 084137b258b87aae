// The key of a service and its secret, which services give as one text: `KEY@SECRET`.

interface Account {
	key: string;
	secret: string;
}

/** Fills both fields if the field of the key holds both. */
export function splitAccount(form: Account, text = form.key): boolean {
	const [, key, secret] = /^([^@\s]+)@(\S+)$/.exec(text.trim()) ?? [];
	if (!key || !secret) return false;
	Object.assign(form, { key, secret });
	return true;
}

/** Fills both fields if both are pasted, so that the secret is never shown. */
export function splitPastedAccount(form: Account, event: ClipboardEvent): void {
	if (splitAccount(form, event.clipboardData?.getData('text') ?? '')) event.preventDefault();
}
