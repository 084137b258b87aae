// Loads the reader for TIFF pictures and EXIF data. The library trusts the lengths stated in a file, so a damaged file could
// make it allocate billions of values. The loaded reader throws when it reads beyond the end of the file.

type Utif = typeof import('utif2');
type Read = (bytes: Uint8Array, at: number) => number;

const READS = ['readUshort', 'readShort', 'readUint', 'readInt', 'readFloat', 'readDouble'] as const;
/** Bytes that may be missing at the end of a file, because some programs omit them. */
const MISSING_BYTES = 64;

let patchedLibrary: Utif | undefined;

/** @returns the library, patched to throw when a file ends before the data that it states */
export async function loadTiffReader(): Promise<Utif> {
	if (patchedLibrary) return patchedLibrary;
	const { default: utif } = await import('utif2');
	const internals: object = utif;
	// The library's types omit its number readers for both byte orders.
	const { _binBE, _binLE } = internals as Record<'_binBE' | '_binLE', Record<(typeof READS)[number], Read>>;
	for (const reader of [_binBE, _binLE])
		for (const name of READS) {
			const read = reader[name];
			reader[name] = (bytes, at) => {
				if (at > bytes.length + MISSING_BYTES) throw new Error('the file ends before the data that it states');
				return read(bytes, at);
			};
		}
	patchedLibrary = utif;
	return utif;
}
