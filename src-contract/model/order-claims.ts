// Which desk of a site packs an order, as the site database stores it.
import * as z from 'zod';

/** First schema version of the site database with claims of orders. */
export const CLAIMS_SCHEMA_VERSION = 3;

/** `packing`: a desk packs the order, or has put it off. `packed`: its packages are closed. `free`: given back. */
const claimStateSchema = z.enum(['packing', 'packed', 'free']);
export type ClaimState = z.infer<typeof claimStateSchema>;

/** A claim in the site database. */
export const siteClaimSchema = z.object({
	/** Source and number of the order. */
	key: z.string().min(1).max(400),
	/** Name of the desk at the site. */
	desk: z.string().max(200),
	state: claimStateSchema,
	/** Number of the claim's last change, from the sequence of all changes of the site database. */
	version: z.coerce.number().int(),
	/** Whether the claim is of the desk that reads it. */
	isMine: z.boolean(),
});
export type SiteClaim = z.infer<typeof siteClaimSchema>;

/** What a desk asks the site for. */
export interface ClaimRequest {
	key: string;
	state: ClaimState;
	/** Whether an order that another desk is packing is taken over from it. */
	takeOver: boolean;
}
