// Interface to the desktop environment: dialogs, browser, clipboard. The application implements it with Electron, and tests with a
// fake.

export interface Desktop {
	/** @returns null when cancelled */
	chooseFolder(): Promise<string | null>;
	/** @param typeName Name of the file type in the dialog. @param extensions Without dots. @returns null when cancelled */
	chooseFile(typeName: string, extensions: string[]): Promise<string | null>;
	/** Opens a save dialog, but writes nothing. @returns null when cancelled */
	chooseSavePath(suggestedName: string): Promise<string | null>;
	/** Opens a save dialog, then writes the file. @returns the path of the file; null when cancelled */
	saveFile(suggestedName: string, bytes: Uint8Array): Promise<string | null>;
	openInBrowser(url: string): Promise<void>;
	/** Asks the user in a system dialog, whose buttons no page can press. @returns whether the user confirmed */
	confirm(question: { message: string; detail: string; confirmLabel: string }): Promise<boolean>;
	/** Opens the built-in service's account pages. @param cookie Signs the user in. */
	openAccount(url: string, cookie: { name: string; value: string }): Promise<void>;
	/** Copies the text to the clipboard. */
	copy(text: string): void;
	/** The window's print view as an A4 PDF. */
	pageAsPdf(): Promise<Uint8Array>;
}
