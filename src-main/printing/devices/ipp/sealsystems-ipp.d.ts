// The package has no types of its own; this is what is used of it.
declare module '@sealsystems/ipp' {
	const ipp: {
		serialize(message: object): Buffer;
		parse(bytes: Buffer): object;
	};
	export default ipp;
}
