// Loads the reader for TIFF pictures and EXIF data. The library trusts the lengths stated in a file, so a damaged file could
// make it allocate billions of values. The loaded reader throws when it reads far beyond the end of the file.

type Utif = typeof import('utif2');
type ReadNumber = (bytes: Uint8Array, offset: number) => number;

/** The library's functions that read a number. */
const NUMBER_READERS = ['readUshort', 'readShort', 'readUint', 'readInt', 'readFloat', 'readDouble'] as const;
/** Maximum number of bytes that may be missing at the end of a file, because some programs omit them. */
const MAX_MISSING_BYTES = 64;

let patchedLibrary: Utif | undefined;

/** @returns the library, patched to throw when a file ends before the data that it states */
export async function loadTiffReader(): Promise<Utif> {
	if (patchedLibrary) return patchedLibrary;
	const { default: utif } = await import('utif2');
	const internals: object = utif;
	// The library's types omit its number readers for both byte orders.
	const { _binBE: bigEndian, _binLE: littleEndian } = internals as Record<
		'_binBE' | '_binLE',
		Record<(typeof NUMBER_READERS)[number], ReadNumber>
	>;
	for (const readers of [bigEndian, littleEndian])
		for (const name of NUMBER_READERS) {
			const readNumber = readers[name];
			readers[name] = (bytes, offset) => {
				if (offset > bytes.length + MAX_MISSING_BYTES) throw new Error('the file ends before the data that it states');
				return readNumber(bytes, offset);
			};
		}
	patchedLibrary = utif;
	return utif;
}
