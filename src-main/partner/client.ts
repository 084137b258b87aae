// Speaks to the partner service: authentication, time limits, which answers can be trusted and what each failure means.
// Node's own fetch is used on purpose: the browser's network stack may send a POST again by itself after a reset.
import * as z from 'zod';
import { AppError, type FieldFault } from '../../src-contract/errors';
import {
	type BookedShipment,
	bookedResponseSchema,
	type DutiesRequest,
	type DutiesResponse,
	draftResponseSchema,
	dutiesResponseSchema,
	errorsSchema,
	type RatesRequest,
	type RatesResponse,
	ratesResponseSchema,
	rejectionSchema,
	type ShipmentRequest,
	saysErrors,
} from '../../src-contract/partner-api';

export interface Endpoint {
	baseUrl: string;
	key: string;
	secret: string;
}

export interface PartnerClientDependencies {
	fetch: typeof fetch;
	/** @throws an AppError that says what is missing */
	endpoint: () => Promise<Endpoint>;
	/** Told after each request whether anything answered. */
	onAnswered?: (answered: boolean) => void;
}

/** What became of a shipment request. Only `unknown` leaves a doubt; it is never sent again by itself. */
export type ShipmentOutcome =
	| { kind: 'draft'; partnerId: string; message: string }
	| { kind: 'booked'; shipment: BookedShipment; message: string }
	| { kind: 'rejected'; error: AppError }
	| { kind: 'unknown'; message: string };

const QUESTION_TIMEOUT_MS = 15_000;
const BOOKING_TIMEOUT_MS = 60_000;
const ANSWER_LIMIT_BYTES = 40 * 1024 * 1024;
/** The connection was never made: not a byte of the request was sent. */
const NEVER_CONNECTED = new Set<string>([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'UND_ERR_CONNECT_TIMEOUT',
	'ERR_INVALID_URL',
]);

interface Answer {
	status: number;
	text: string;
}

export function createPartnerClient({ fetch, endpoint, onAnswered }: PartnerClientDependencies) {
	async function post(
		path: string,
		body: unknown,
		timeoutMs: number,
		headers: Record<string, string> = {},
	): Promise<Answer> {
		const { baseUrl, key, secret } = await endpoint();
		const response = await fetch(`${baseUrl}/partners-api/v1/${path}`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', 'X-PP-API': `${key}@${secret}`, ...headers },
			body: JSON.stringify(body),
			redirect: 'manual',
			signal: AbortSignal.timeout(timeoutMs),
		}).catch((error: unknown) => {
			onAnswered?.(false);
			throw error;
		});
		onAnswered?.(true);
		// A service that echoes what it was sent must not carry the secret into a message or a log.
		return { status: response.status, text: (await readLimited(response)).replaceAll(secret, '…') };
	}

	/** A question whose repetition is harmless: rates or an estimate. */
	async function ask<Schema extends z.ZodType>(path: string, body: unknown, schema: Schema): Promise<z.output<Schema>> {
		let answer: Answer;
		try {
			answer = await post(path, body, QUESTION_TIMEOUT_MS);
		} catch (error) {
			throw error instanceof AppError ? error : unreachable(error);
		}
		if (answer.status !== 200) throw refusal(answer);
		const result = schema.safeParse(parseJson(answer.text));
		if (!result.success) throw unreadable(answer);
		return result.data;
	}

	return {
		async rates(request: RatesRequest): Promise<RatesResponse> {
			const response = await ask('rates', request, ratesResponseSchema);
			if (saysErrors(response.errors))
				throw new AppError('partner.rejected', response.message || 'The service refused the question.');
			return response;
		},

		async estimate(request: DutiesRequest): Promise<DutiesResponse> {
			const response = await ask('duties-taxes-estimate', request, dutiesResponseSchema);
			if (response.hasErrors)
				throw new AppError('partner.rejected', response.message ?? 'The service could not estimate duties.');
			return response;
		},

		/** Sends once. Never throws for what the network or the service did: every end is one of the outcomes. */
		async createShipment(request: ShipmentRequest, idempotencyKey: string): Promise<ShipmentOutcome> {
			try {
				const answer = await post('shipments', request, BOOKING_TIMEOUT_MS, { 'Idempotency-Key': idempotencyKey });
				return readShipmentAnswer(answer);
			} catch (error) {
				if (error instanceof AppError) return { kind: 'rejected', error };
				if (neverConnected(error)) return { kind: 'rejected', error: unreachable(error) };
				return { kind: 'unknown', message: `The answer was lost (${lossOf(error)}).` };
			}
		},
	};
}
export type PartnerClient = ReturnType<typeof createPartnerClient>;

function readShipmentAnswer(answer: Answer): ShipmentOutcome {
	const { status } = answer;
	// 302 and 303 may follow a request that was carried out; every other redirect says it was not.
	if (status >= 500 || status === 408 || status === 302 || status === 303) {
		return {
			kind: 'unknown',
			message: `The service answered ${status}: it may or may not have carried the request out.`,
		};
	}
	if (status < 200 || status >= 300) return { kind: 'rejected', error: refusal(answer) };
	const body = parseJson(answer.text);
	const said = z.object({ errors: errorsSchema }).safeParse(body);
	if (said.success && saysErrors(said.data.errors)) return { kind: 'rejected', error: refusal(answer) };
	const booked = bookedResponseSchema.safeParse(body);
	const certain =
		booked.success && (booked.data.data.status === 'created_at_carrier' || booked.data.data.trackingNumber !== '');
	if (booked.success && certain) return { kind: 'booked', shipment: booked.data.data, message: booked.data.message };
	const draft = draftResponseSchema.safeParse(body);
	if (draft.success) return { kind: 'draft', partnerId: String(draft.data.data.id), message: draft.data.message };
	return { kind: 'unknown', message: `The answer could not be read (${describe(answer.text)}).` };
}

async function readLimited(response: Response): Promise<string> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
		size += chunk.length;
		if (size > ANSWER_LIMIT_BYTES) throw new Error('the answer is larger than 40 MB');
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function describe(text: string): string {
	if (/^\s*<(!doctype|html)/i.test(text)) return 'a web page came instead of data';
	return text.trim() === '' ? 'it was empty' : 'it is not in the form of the partner service';
}

/** A refusal in the service's own words where it gives some. */
function refusal(answer: Answer): AppError {
	const { status } = answer;
	if (status === 401 || status === 403) {
		return new AppError(
			'partner.unauthorised',
			'The service does not accept this key and secret. Nothing was booked. Check them in Settings.',
		);
	}
	const body = rejectionSchema.safeParse(parseJson(answer.text));
	if (status === 429)
		return new AppError('partner.busy', 'The service asks to slow down. Nothing was booked. Try again in a minute.', {
			retryable: true,
		});
	if (body.success && body.data.message) {
		return new AppError('partner.rejected', body.data.message, {
			fields: (body.data.fields ?? []).map(toCompositionPath),
		});
	}
	if (status === 200)
		return new AppError('partner.rejected', 'The service refused the request without saying why. Nothing was booked.');
	return new AppError(
		'partner.unreadable',
		`What answers at the service's address is not the partner service (${status}, ${describe(answer.text)}). Nothing was booked. Check the service address in Settings.`,
		{ retryable: status >= 500 },
	);
}

function unreadable(answer: Answer): AppError {
	return new AppError(
		'partner.unreadable',
		`The service's answer could not be read: ${describe(answer.text)}. What you typed is kept. Check the service address in Settings, then try again.`,
		{ retryable: true },
	);
}

function unreachable(error: unknown): AppError {
	return new AppError(
		'partner.unreachable',
		`The service cannot be reached (${lossOf(error)}). Nothing was booked, what you typed is kept. Check the line and the service address, then try again.`,
		{
			retryable: true,
			cause: error,
		},
	);
}

/** A code such as EHOSTUNREACH may also come from a socket that had carried the request: the failed call tells. */
function neverConnected(error: unknown): boolean {
	const { cause } = error as { cause?: { syscall?: string; errors?: { syscall?: string }[] } };
	const call = cause?.syscall ?? cause?.errors?.[0]?.syscall ?? 'connect';
	return NEVER_CONNECTED.has(networkCode(error)) && (call === 'connect' || call === 'getaddrinfo');
}

function networkCode(error: unknown): string {
	const cause = (error as { cause?: { code?: string; errors?: { code?: string }[] } }).cause;
	return cause?.code ?? cause?.errors?.[0]?.code ?? '';
}

function lossOf(error: unknown): string {
	if ((error as Error).name === 'TimeoutError') return 'no answer in time';
	const code = networkCode(error);
	const words: Record<string, string> = {
		ECONNREFUSED: 'nothing listens there',
		ENOTFOUND: 'no such host',
		EAI_AGAIN: 'the host name cannot be looked up',
		ECONNRESET: 'the line was cut',
		UND_ERR_SOCKET: 'the line was cut',
	};
	return words[code] ?? (code || 'the line was cut');
}

/** The path of a shipment request's field as the desk's form names it. */
function toCompositionPath(fault: FieldFault): FieldFault {
	const path = fault.path
		.replace(/^destinationAddress/, 'to')
		.replace(/^pickupAddress/, 'from')
		.replace(/^contentItems/, 'contents')
		.replace(/^(contents\.\d+)\.(price|cost)$/, '$1.priceEur')
		.replace(/^(contents\.\d+)\.numberOfItems$/, '$1.quantity')
		.replace(/^(contents\.\d+)\.tariff$/, '$1.hsCode')
		.replace(/^(contents\.\d+)\.country$/, '$1.originCountry')
		.replace(/^(parcels\.\d+)\.weight$/, '$1.weightKg')
		.replace(/^(parcels\.\d+)\.(length|width|height)$/, '$1.$2Cm');
	return { ...fault, path };
}
