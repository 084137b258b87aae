// The package has no type declarations. These are the functions that are used here.
declare module '@sealsystems/ipp' {
	const ipp: {
		serialize(message: object): Buffer;
		/** Attribute groups by tag name, and `statusCode`. */
		parse(bytes: Buffer): Readonly<Record<string, unknown>>;
	};
	export default ipp;
}
