// How connection errors are described, and whether the request may have reached the service.
import { describe, expect, it } from 'vitest';
import {
	AnswerTooLargeError,
	describeConnectionError,
	failedToConnect,
} from '../../../src-main/connections/partner-v1/connection-error';

const fetchError = (cause?: object) => Object.assign(new TypeError('fetch failed'), { cause });
const describeCode = (code: string) => describeConnectionError(fetchError({ code }), 60_000);
const TIMEOUT = Object.assign(new Error('The operation was aborted due to timeout'), { name: 'TimeoutError' });
const UNTRUSTED = 'its certificate is not trusted by this computer';
const CONNECTION_LOST = 'the connection was lost';
const INVALID_HTTP = 'the answer is not valid HTTP';
const TLS_FAILED = 'a secure connection (HTTPS) could not be established';

describe('a connection error', () => {
	it.each([
		['ECONNREFUSED', 'connection refused'],
		['ENOTFOUND', 'host not found'],
		['EAI_AGAIN', 'the host name cannot be resolved'],
		['EHOSTUNREACH', 'no network route to the host'],
		['ENETUNREACH', 'no network route to the host'],
		['UND_ERR_CONNECT_TIMEOUT', 'connection timed out'],
		['ETIMEDOUT', 'connection timed out'],
		['UND_ERR_HEADERS_TIMEOUT', 'no answer in time'],
		['UND_ERR_BODY_TIMEOUT', 'no answer in time'],
		['ERR_INVALID_URL', 'the address is not valid'],
		['HPE_INVALID_CONSTANT', INVALID_HTTP],
		['HPE_HEADER_OVERFLOW', INVALID_HTTP],
		['UND_ERR_HEADERS_OVERFLOW', INVALID_HTTP],
		['DEPTH_ZERO_SELF_SIGNED_CERT', UNTRUSTED],
		['SELF_SIGNED_CERT_IN_CHAIN', UNTRUSTED],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNTRUSTED],
		['UNABLE_TO_GET_ISSUER_CERT', UNTRUSTED],
		['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNTRUSTED],
		['CERT_UNTRUSTED', UNTRUSTED],
		['CERT_HAS_EXPIRED', 'its certificate has expired'],
		['CERT_NOT_YET_VALID', 'its certificate is not valid yet, check the clock of this computer'],
		['CERT_REVOKED', 'its certificate was revoked'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host name'],
		['ERR_SSL_WRONG_VERSION_NUMBER', TLS_FAILED],
		['ERR_TLS_HANDSHAKE_TIMEOUT', TLS_FAILED],
		['CERT_CHAIN_TOO_LONG', TLS_FAILED],
		['EPROTO', TLS_FAILED],
		['ECONNRESET', CONNECTION_LOST],
		['EPIPE', CONNECTION_LOST],
		['UND_ERR_SOCKET', CONNECTION_LOST],
		['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', CONNECTION_LOST],
		['X_ERR_SSL_', CONNECTION_LOST],
		['X_HPE_', CONNECTION_LOST],
		['', CONNECTION_LOST],
	])('%s is described as "%s"', (code, words) => {
		expect(describeCode(code)).toBe(words);
	});

	it('is described as a lost connection when neither it nor an error in it has a code', () => {
		expect(describeConnectionError(fetchError(), 60_000)).toBe(CONNECTION_LOST);
		expect(describeConnectionError(fetchError({ errors: [{ code: 'ECONNREFUSED' }] }), 60_000)).toBe(
			'connection refused',
		);
		expect(describeConnectionError(fetchError({ errors: [] }), 60_000)).toBe(CONNECTION_LOST);
	});

	it('names the time limit of the request and the maximum size of an answer', () => {
		expect(describeConnectionError(TIMEOUT, 60_000)).toBe('no answer within 60 s');
		expect(describeConnectionError(TIMEOUT, 15_000)).toBe('no answer within 15 s');
		expect(describeConnectionError(new AnswerTooLargeError(), 1)).toBe('the answer is larger than 40 MB');
	});

	it.each([
		'ECONNREFUSED',
		'ENOTFOUND',
		'EAI_AGAIN',
		'EHOSTUNREACH',
		'ENETUNREACH',
		'UND_ERR_CONNECT_TIMEOUT',
		'ERR_INVALID_URL',
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'CERT_HAS_EXPIRED',
		'CERT_NOT_YET_VALID',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
	])('%s occurs before the request is sent, unless another system call failed', (code) => {
		expect(failedToConnect(fetchError({ code }))).toBe(true);
		expect(failedToConnect(fetchError({ code, syscall: 'connect' }))).toBe(true);
		expect(failedToConnect(fetchError({ code, syscall: 'getaddrinfo' }))).toBe(true);
		expect(failedToConnect(fetchError({ code, syscall: 'read' }))).toBe(false);
		expect(failedToConnect(fetchError({ errors: [{ code, syscall: 'connect' }] }))).toBe(true);
		expect(failedToConnect(fetchError({ errors: [{ code, syscall: 'write' }] }))).toBe(false);
	});

	it.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'HPE_INVALID_CONSTANT', 'EPROTO', 'ETIMEDOUT', ''])(
		'%s may occur after the request was sent',
		(code) => {
			expect(failedToConnect(fetchError({ code }))).toBe(false);
		},
	);

	it('may occur after the request was sent when it has no cause, is a timeout, or reports an answer that is too large', () => {
		for (const error of [fetchError(), fetchError({ errors: [] }), TIMEOUT, new AnswerTooLargeError()])
			expect(failedToConnect(error)).toBe(false);
	});
});
