/** The operating system's keyring. */
export interface Keyring {
	available(): boolean;
	encrypt(text: string): Buffer;
	decrypt(data: Buffer): string;
}
