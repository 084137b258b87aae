// What only a desktop environment can do. A port: the application gives it, a test gives its own.

export interface Desktop {
	chooseFolder(): Promise<string | null>;
	/** @param extensions without their dots */
	chooseFile(what: string, extensions: string[]): Promise<string | null>;
	chooseWhereTo(suggestedName: string): Promise<string | null>;
	/** Asks where to, then writes. */
	saveFile(suggestedName: string, bytes: Uint8Array): Promise<string | null>;
	openInBrowser(url: string): Promise<void>;
	/** Asks a person, in a window that no page can press a button of. */
	agrees(question: { message: string; detail: string; yes: string }): Promise<boolean>;
	/** Shows pages of the built-in service to whom a cookie signs in. */
	openAccount(url: string, cookie: { name: string; value: string }): Promise<void>;
	copy(text: string): void;
	/** What the window shows for paper, as an A4 document. */
	pageAsPdf(): Promise<Uint8Array>;
}
