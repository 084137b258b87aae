// The reader of TIFF pictures and of a photograph's notes. It believes what a file says of its own lengths: a list of two thousand
// million numbers, of which the file holds none, would fill the memory of the whole station.

type Utif = typeof import('utif2');
type Read = (bytes: Uint8Array, at: number) => number;

const READS = ['readUshort', 'readShort', 'readUint', 'readInt', 'readFloat', 'readDouble'] as const;
/** What a careless program leaves out at the end. */
const MISSING_BYTES = 64;

let guarded: Utif | undefined;

/** @returns the library, which throws where a file ends before what it says it holds */
export async function tiffReader(): Promise<Utif> {
	if (guarded) return guarded;
	const { default: utif } = await import('utif2');
	const internals: object = utif;
	// Its types leave out the two readers of numbers, by byte order.
	const { _binBE, _binLE } = internals as Record<'_binBE' | '_binLE', Record<(typeof READS)[number], Read>>;
	for (const reader of [_binBE, _binLE])
		for (const name of READS) {
			const read = reader[name];
			reader[name] = (bytes, at) => {
				if (at > bytes.length + MISSING_BYTES) throw new Error('the file ends before what it says it holds');
				return read(bytes, at);
			};
		}
	guarded = utif;
	return utif;
}
