// Marks of the demonstration carriers, drawn for this project. They are not trademarks of any company.

/** Width and height of the square that each mark is drawn in; y points down. */
export const MARK_SIZE = 32;

/** SVG paths. Strokes are `MARK_STROKE` wide, so that they are at least three dots wide on a label. */
export interface CarrierMark {
	/** Background on screens and web pages, on which the mark is white. On labels the mark is black on white. */
	color: string;
	fill?: string;
	stroke?: string;
}

export const MARK_STROKE = 2;

const MARKS = new Map<string, CarrierMark>(
	Object.entries({
		// Three containers.
		'Kontor Cargo': {
			color: '#0b5563',
			fill: 'M17 4H30V15H17Z M2 17H15V28H2Z',
			stroke: 'M18 18H29V27H18Z M20.7 18V27M23.5 18V27M26.3 18V27',
		},
		// A globe with an arrow along its equator.
		'Meridian Express': {
			color: '#8a1c4a',
			stroke: 'M16 2A14 14 0 1 1 16 30A14 14 0 1 1 16 2Z M16 2C8 9 8 23 16 30M16 2C24 9 24 23 16 30',
			fill: 'M2 14H19V10L29 16L19 22V18H2Z',
		},
		// A star above waves.
		'Nordhaven Freight': {
			color: '#1d3a6e',
			fill: 'M16 1L18.5 8.5L26 11L18.5 13.5L16 21L13.5 13.5L6 11L13.5 8.5Z',
			stroke: 'M2 24Q6 20 9 24T16 24T23 24T30 24M2 30Q6 26 9 30T16 30T23 30T30 30',
		},
		// A box.
		'Overland Parcel': {
			color: '#9a3f06',
			stroke: 'M16 3L28 9.5V23L16 29.5L4 23V9.5Z M4 9.5L16 16L28 9.5M16 16V29.5',
			fill: 'M10 6L22 12.5V17L18.5 15V14.4L6.5 8Z',
		},
		// An envelope with a seal.
		Postalis: {
			color: '#6b2fa0',
			stroke: 'M2 6H30V26H2Z M2 6L16 17L30 6',
			fill: 'M16 14A5 5 0 1 1 16 24A5 5 0 1 1 16 14Z',
		},
		// A bird.
		'Tern Worldwide': {
			color: '#0f6b3d',
			fill: 'M1 21C7 9 13 8 16 15C19 8 25 9 31 21C25 16 19 17 17 22L16 28L15 22C13 17 7 16 1 21Z',
		},
	}),
);

/** Mark of the carrier with this name; undefined for carriers whose rate sheets were added by the owner of the service. */
export const carrierMark = (carrier: string): CarrierMark | undefined => MARKS.get(carrier);
