// The package has no types of its own; this is what is used of it.
declare module '@sealsystems/ipp' {
	const ipp: {
		serialize(message: object): Buffer;
		/** Groups of attributes by their tag, and `statusCode`. */
		parse(bytes: Buffer): Readonly<Record<string, unknown>>;
	};
	export default ipp;
}
