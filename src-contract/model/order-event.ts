/** An entry of the event log, as the panels of orders and shipments show it. */
export interface OrderEvent {
	/** ISO 8601. */
	at: string;
	/** Name of the desk, or of the user. */
	by: string;
	/** A sentence. */
	text: string;
	isError: boolean;
}
