// The key of a service and its secret, which services give as one text: `KEY@SECRET`.

interface Account {
	key: string;
	secret: string;
}

/** Fills both fields if a text holds both. */
function fillIn(form: Account, text: string): boolean {
	const [, key, secret] = /^([^@\s]+)@(\S+)$/.exec(text.trim()) ?? [];
	if (!key || !secret) return false;
	Object.assign(form, { key, secret });
	return true;
}

/** Fills both fields if both were typed into the field of the key. */
export function splitAccount(form: Account): void {
	if (form.secret === '') fillIn(form, form.key);
}

/** Fills both fields if both are pasted, so that the secret is never shown. */
export function splitPastedAccount(form: Account, event: ClipboardEvent): void {
	if (fillIn(form, event.clipboardData?.getData('text') ?? '')) event.preventDefault();
}
