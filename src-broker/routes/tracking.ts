// The page behind a tracking link.
import { html } from 'hono/html';

export interface Tracked {
	trackingNumber: string;
	carrier: string;
	product: string;
	bookedAt: string;
	from: string;
	to: string;
}

const page = (title: string, body: ReturnType<typeof html>) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; color: #1c2430; background: #fff; }
@media (prefers-color-scheme: dark) { body { color: #e7ebf1; background: #12161c; } }
h1 { font-size: 1.3rem; } code { font-size: 1.15rem; letter-spacing: .04em; }
dl { display: grid; grid-template-columns: 8rem 1fr; gap: .35rem 1rem; } dt { opacity: .7; } dd { margin: 0; }
</style>
</head>
<body>${body}</body>
</html>`;

export function trackingPage(shipment: Tracked) {
	return page(
		`Tracking ${shipment.trackingNumber}`,
		html`<h1>${shipment.carrier} · ${shipment.product}</h1>
<p><code>${shipment.trackingNumber}</code></p>
<dl>
<dt>State</dt><dd>Created at the carrier</dd>
<dt>Since</dt><dd><time datetime="${shipment.bookedAt}">${shipment.bookedAt.slice(0, 16).replace('T', ' ')} UTC</time></dd>
<dt>From</dt><dd>${shipment.from}</dd>
<dt>To</dt><dd>${shipment.to}</dd>
</dl>`,
	);
}

export function unknownTrackingPage() {
	return page(
		'Tracking',
		html`<h1>No shipment has this tracking number</h1><p>Check the number against the label.</p>`,
	);
}
