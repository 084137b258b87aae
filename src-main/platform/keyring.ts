/** Encrypts with a key that the operating system's keyring stores. */
export interface Keyring {
	available(): boolean;
	encrypt(text: string): Buffer;
	decrypt(data: Buffer): string;
}
