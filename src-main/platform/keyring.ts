/** The system's keyring, as the desktop offers it. */
export interface Keyring {
	available(): boolean;
	encrypt(text: string): Buffer;
	decrypt(data: Buffer): string;
}
