// Describes to the user why a request got no usable answer, and tells whether the request may have reached the service.
// Error codes of libraries are never shown.
import { t } from '../../../src-contract/i18n';
import { SECOND_MS } from '../../../src-contract/lib/units';
import { isRecord } from './rejection-reason';

export const MAX_ANSWER_MEGABYTES = 40;

export class AnswerTooLargeError extends Error {}
/** No part of an answer arrived for a while. */
export class StalledAnswerError extends Error {
	constructor(readonly silenceMs: number) {
		super('the answer stalled');
	}
}
/** The service answered, but its answer did not end. The cause is the error of the network, a stall, or `TimeoutError`. */
export class IncompleteAnswerError extends Error {}

/** A request through a proxy failed. The cause is the error of the network. */
export class ProxyError extends Error {
	constructor(
		/** Host and port. */
		readonly proxy: string,
		/** The status with which the proxy refused to connect; undefined for another error. */
		readonly status: number | undefined,
		cause: unknown,
	) {
		super('the request through a proxy failed', { cause });
	}
}
/** The operating system or a PAC script names only proxies of kinds that are not supported. Nothing was sent. */
export class UnsupportedProxyError extends Error {
	constructor(
		/** In the form of a PAC script. */
		readonly proxies: string,
	) {
		super('no supported proxy');
	}
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

/** Codes of errors about the service's certificate, with the reason that the user sees. The request was not sent. */
const CERTIFICATE_CODES: Record<string, 'unknownIssuer' | 'expired' | 'notYetValid' | 'otherHost' | 'revoked'> = {
	DEPTH_ZERO_SELF_SIGNED_CERT: 'unknownIssuer',
	SELF_SIGNED_CERT_IN_CHAIN: 'unknownIssuer',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknownIssuer',
	UNABLE_TO_GET_ISSUER_CERT: 'unknownIssuer',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknownIssuer',
	CERT_UNTRUSTED: 'unknownIssuer',
	CERT_HAS_EXPIRED: 'expired',
	CERT_NOT_YET_VALID: 'notYetValid',
	ERR_TLS_CERT_ALTNAME_INVALID: 'otherHost',
	CERT_REVOKED: 'revoked',
};
/** The server answered the TLS handshake with something else, such as plain HTTP. */
const NOT_TLS_CODE = 'ERR_SSL_WRONG_VERSION_NUMBER';
/** The certificate of the proxy is for another host name. */
const PROXY_TLS_CODE = 'UND_ERR_PRX_TLS';

/** Codes of errors that occur before a connection exists. Some also occur later; see `failedToConnect`. */
const NEVER_CONNECTED_CODES = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'UND_ERR_CONNECT_TIMEOUT',
	'ERR_INVALID_URL',
	NOT_TLS_CODE,
	PROXY_TLS_CODE,
	...Object.keys(CERTIFICATE_CODES),
]);

interface NetworkCause {
	code: string;
	/** The system call that failed; undefined when not given. */
	syscall: string | undefined;
}

/** The cause of an error of Node's fetch: one error, or an AggregateError with one error for each address of the host. */
function causeOf(error: unknown): NetworkCause {
	const cause = isRecord(error) ? error.cause : undefined;
	const addressErrors: unknown[] = isRecord(cause) && Array.isArray(cause.errors) ? cause.errors : [];
	const findText = (name: 'code' | 'syscall') =>
		[cause, addressErrors[0]]
			.map((candidate) => (isRecord(candidate) ? candidate[name] : undefined))
			.find((text) => typeof text === 'string');
	return { code: findText('code') ?? '', syscall: findText('syscall') };
}

/**
 * Whether the request certainly did not reach the service. A code such as EHOSTUNREACH can also come from a socket that
 * has already sent the request, so the failed system call is checked too.
 */
export function failedToConnect(error: unknown): boolean {
	if (error instanceof IncompleteAnswerError) return false;
	if (error instanceof UnsupportedProxyError) return true;
	// The proxy refused to connect.
	if (error instanceof ProxyError && error.status !== undefined) return true;
	const { code, syscall = 'connect' } = causeOf(error);
	// A proxy may write plain text into a tunnel through which the request was already sent.
	if (error instanceof ProxyError && code === NOT_TLS_CODE) return false;
	return NEVER_CONNECTED_CODES.has(code) && (syscall === 'connect' || syscall === 'getaddrinfo');
}

/** Whether a proxy could not be reached. A refusal by the proxy, or the certificate of the service, are other errors. */
export const isProxyUnreachable = (error: unknown): boolean =>
	error instanceof ProxyError &&
	error.status === undefined &&
	failedToConnect(error) &&
	CERTIFICATE_CODES[causeOf(error).code] === undefined;

/** @param timeoutMs time limit of the request @returns a message without a full stop, starting in lower case */
export function describeConnectionError(error: unknown, timeoutMs: number): string {
	if (error instanceof UnsupportedProxyError)
		return t('the proxy "{proxy}" is of a kind that Waybill cannot use', { proxy: error.proxies });
	if (error instanceof ProxyError) return describeProxyError(error);
	if (error instanceof AnswerTooLargeError)
		return t('the answer is larger than {megabytes} MB', { megabytes: MAX_ANSWER_MEGABYTES });
	if (error instanceof IncompleteAnswerError && error.cause instanceof StalledAnswerError)
		return t('its answer stopped for {seconds} s', { seconds: error.cause.silenceMs / SECOND_MS });
	if (error instanceof IncompleteAnswerError)
		return isTimeout(error.cause)
			? t('its answer did not end within {seconds} s', { seconds: timeoutMs / SECOND_MS })
			: t('the connection was lost during the answer');
	if (isTimeout(error)) return t('no answer within {seconds} s', { seconds: timeoutMs / SECOND_MS });
	return describeNetworkError(error);
}

function describeProxyError(error: ProxyError): string {
	const { proxy, status } = error;
	if (status === 407)
		return t('the proxy {proxy} requires a user name and password, or those given are wrong', { proxy });
	if (status !== undefined)
		return t('the proxy {proxy} does not connect to the service (status {status})', { proxy, status });
	return t('{reason}, through the proxy {proxy}', { reason: describeNetworkError(error), proxy });
}

function describeNetworkError(error: unknown): string {
	const { code } = causeOf(error);
	const certificateReason = CERTIFICATE_CODES[code];
	if (certificateReason) {
		return t(
			'{reason, select, expired {its certificate has expired} notYetValid {its certificate is not valid yet, check the clock of this computer} otherHost {its certificate is for another host name} revoked {its certificate was revoked} other {its certificate is not trusted by this computer}}',
			{ reason: certificateReason },
		);
	}
	switch (code) {
		case 'ECONNREFUSED':
			return t('connection refused');
		case 'ENOTFOUND':
			return t('host not found');
		case 'EAI_AGAIN':
			return t('the host name cannot be resolved');
		case 'EHOSTUNREACH':
		case 'ENETUNREACH':
			return t('no network route to the host');
		case 'UND_ERR_CONNECT_TIMEOUT':
		case 'ETIMEDOUT':
			return t('connection timed out');
		case 'UND_ERR_HEADERS_TIMEOUT':
		case 'UND_ERR_BODY_TIMEOUT':
			return t('no answer in time');
		case 'ERR_INVALID_URL':
			return t('the address is not valid');
	}
	if (/^(HPE_|UND_ERR_HEADERS_OVERFLOW)/.test(code)) return t('the answer is not valid HTTP');
	if (/^(ERR_SSL_|ERR_TLS_|CERT_|EPROTO|UND_ERR_PRX_TLS)/.test(code))
		return t('a secure connection (HTTPS) could not be established');
	return t('the connection was lost');
}
