// Texts of the OpenAPI document, in Markdown.
import type { OperationName } from './openapi-errors';

export const INTRODUCTION = `Compares the rates of six carriers, creates shipments as drafts or books them with labels, and estimates
import duties and taxes. Every operation is a \`POST\` with a JSON body and a JSON answer. Amounts are in euros unless a
field says otherwise.

## Authentication
Send key and secret of your account with each request, joined by \`@\`, in the header \`X-PP-API\`. The samples read them
from the environment variable \`WAYBILL_KEY\`. A key that you enter on this page stays in its memory: it is sent to this
service only, and forgotten when the page is closed.

## Values
- Numbers may be sent as text (\`"5.5"\`), booleans as 1 and 0.
- \`null\` and blank text in an optional field count as absent.
- Countries are two-letter ISO 3166 codes.
- \`warnings\` in an answer names values that were accepted but look wrong.

## Errors
A rejected request has a status from 400, \`errors: true\` (\`hasErrors: true\` for estimates) and a \`message\` for people.
With status 422, \`fields\` names each wrong field for programs. Each operation below shows these errors with an example
answer and its cause. Besides these, an unknown path is answered with 404, and another method than \`POST\` with 405 and
\`Allow: POST\`.

## Limits
A body may have 1 MiB, 200 parcel entries and 500 content items. Where the administrator has set a limit of requests per
minute, further requests get 429 with \`Retry-After\`.
`;

export const OPERATION_DESCRIPTIONS: Record<OperationName, string> = {
	rates:
		'Returns what each carrier offers for a route and a set of parcels, cheapest first, at the prices of your account. Nothing is booked.',
	shipments:
		'Creates a draft, or books the shipment when `bookShipment` is true. A draft can be edited and booked in the account pages (`/account`). A booking returns the tracking number and the labels. Send an `Idempotency-Key` with each request, so that a repeated request does not book twice. A booking that you send from this page is as real as any other.',
	'duties-taxes-estimate':
		'Estimates the duties and taxes that are due on import, with the code of the Harmonised System that was used. Customs may charge other amounts.',
};
