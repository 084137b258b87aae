// The groups in which people read a tracking number: the same on the label and on every screen. Pure.

/** Numbers that their carriers print in groups of other lengths than four. The last group takes the rest. */
const PRINTED_GROUPS: readonly { number: RegExp; lengths: readonly number[] }[] = [
	// UPU S10: service indicator, three groups of digits, country.
	{ number: /^[A-Z]{2}\d{9}[A-Z]{2}$/, lengths: [2, 3, 3, 3, 2] },
	// Ten digits with a check digit modulo 7, as on express waybills.
	{ number: /^\d{10}$/, lengths: [2, 4, 4] },
	// UPS: prefix, shipper's number, service, parcel.
	{ number: /^1Z[0-9A-Z]{16}$/, lengths: [2, 3, 3, 2, 4, 4] },
];

/** The tracking number in groups that people can read. Any other number, such as a reference, has groups of four characters. */
export function groupTrackingNumber(trackingNumber: string): string {
	const lengths = PRINTED_GROUPS.find(({ number }) => number.test(trackingNumber))?.lengths ?? [];
	let rest = trackingNumber;
	const groups = lengths.map((length) => {
		const group = rest.slice(0, length);
		rest = rest.slice(length);
		return group;
	});
	// By code points, so that no character outside the basic plane is divided.
	return [...groups, ...(rest.match(/.{1,4}/gsu) ?? [])].join(' ');
}
