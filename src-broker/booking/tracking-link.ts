// The address of a shipment's tracking page. Tracking numbers are sequential and can be guessed; the token in the address cannot.
import { randomBytes } from 'node:crypto';

const TOKEN_BYTES = 16;

export interface TrackingLink {
	trackingNumber: string;
	/** Null for a shipment that an older version booked on the same database; its page asks for the postcode. */
	token: string | null;
}

export const createTrackingToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Path and query of the tracking page. */
export function trackingPath({ trackingNumber, token }: TrackingLink): string {
	return `/tracking/${trackingNumber}${token === null ? '' : `?token=${token}`}`;
}
