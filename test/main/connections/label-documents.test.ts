// Documents in the `labels` field of a booking, in every form that a service may send.
import { describe, expect, it } from 'vitest';
import { decodeLabelDocuments } from '../../../src-main/connections/partner-v1/label-documents';

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');
const LABEL = '%PDF-1.4 the label';
const PAPER = '^XA^FDpaper^FS^XZ';
/** 48 bytes of no known format: 64 characters of base64. */
const UNKNOWN_FORMAT = 'x'.repeat(48);
const label = base64(LABEL);
const paper = base64(PAPER);
/** Bytes whose base64 contains both `+` and `/`, which the URL-safe alphabet replaces. */
const WITH_PLUS_AND_SLASH = '\xfb\xff\xfe%PDF-\xfb\xff';

describe('documents of a booking', () => {
	it.each<[string, unknown, string[]]>([
		['a text', label, [LABEL]],
		['a text with line breaks', `${label.slice(0, 8)}\r\n${label.slice(8)}\n`, [LABEL]],
		['a text without padding', base64('%PDF-1').replace(/=+$/, ''), ['%PDF-1']],
		['a URL-safe text', base64(WITH_PLUS_AND_SLASH).replaceAll('+', '-').replaceAll('/', '_'), [WITH_PLUS_AND_SLASH]],
		['a text of an unknown format', base64('a'), ['a']],
		['a data URL', `data:application/pdf;base64,${label}`, [LABEL]],
		['a data URL with parameters', ` DATA:application/pdf;name=a;Base64 ,${label}`, [LABEL]],
		['a data URL with a space', `data:application/pdf; base64,${label}`, [LABEL]],
		['a data URL that is not base64', 'data:text/plain,%5EXA%5EXZ', ['^XA^XZ']],
		['a document that is not encoded', PAPER, [PAPER]],
		['a list of texts', [label, paper], [LABEL, PAPER]],
		['a list of objects', [{ data: label, name: 'label' }, { content: paper }], [LABEL, PAPER]],
		['an object of texts', { label, invoice: paper }, [LABEL, PAPER]],
		['an object of objects', { label: { base64: label }, invoice: { file: paper } }, [LABEL, PAPER]],
		['a list within an object', { documents: [{ format: 'PDF', body: label }, paper] }, [LABEL, PAPER]],
		['an object that holds a document twice', { data: label, base64: label }, [LABEL]],
		['a key of another name', { anything: label }, [LABEL]],
		['an unknown format under a known key', { data: base64(UNKNOWN_FORMAT) }, [UNKNOWN_FORMAT]],
		['a known key in capitals', { PDF: base64(UNKNOWN_FORMAT) }, [UNKNOWN_FORMAT]],
		...[
			'content',
			'contents',
			'base64',
			'label',
			'labels',
			'file',
			'body',
			'bytes',
			'zpl',
			'png',
			'image',
			'document',
			'documents',
		].map((key): [string, unknown, string[]] => [
			`the key ${key}`,
			{ [key]: base64(UNKNOWN_FORMAT) },
			[UNKNOWN_FORMAT],
		]),
		['lists nested five deep', [[[[[label]]]]], [LABEL]],
		['objects nested five deep', { a: { b: { c: { d: { e: label } } } } }, [LABEL]],
	])('are decoded from %s', (_name, labels, expected) => {
		expect(decodeLabelDocuments(labels)).toEqual({ documents: expected.map(bytesOf), undecodedCount: 0 });
	});

	it.each<[string, unknown]>([
		['nothing', undefined],
		['null', null],
		['an empty text', ''],
		['blanks', ' \n'],
		['an empty list', []],
		['an empty object', {}],
		['a list of empty texts', ['', ' ']],
		['an object of empty texts', { data: '', label: ' ' }],
		['an object without texts', { pages: 2, data: null }],
		['a number', 7],
		['true', true],
	])('are not found in %s, and none is counted as undecoded', (_name, labels) => {
		expect(decodeLabelDocuments(labels)).toEqual({ documents: [], undecodedCount: 0 });
	});

	it.each<[string, unknown, number]>([
		['a link', 'https://example.com/label.pdf', 1],
		['a text of one character', 'A', 1],
		['a length that base64 cannot have', 'AAAAA', 1],
		['only padding', '==', 1],
		['a list of two', ['???', 'https://example.com'], 2],
		['an object without a document', { url: 'https://example.com', format: 'PDF' }, 1],
		['an unknown format under another key', { name: base64(UNKNOWN_FORMAT) }, 1],
		['a short text under a known key', { label: base64(UNKNOWN_FORMAT.slice(1)).slice(0, 60) }, 1],
		['a mixed text under a known key that is not base64', { data: '?'.repeat(64), file: '!'.repeat(64) }, 2],
		['a damaged data URL', 'data:text/plain,%E0%A4%A', 1],
		['an empty data URL', 'data:text/plain,', 1],
		['lists nested six deep', [[[[[[label]]]]]], 1],
		['padding inside the text', 'QUJD=QUJD', 1],
		['a text that names a data URL', 'see data:text/plain,%5EXA%5EXZ', 1],
		['objects nested six deep', { a: { b: { c: { d: { e: { f: label } } } } } }, 1],
	])('that cannot be decoded are counted: %s', (_name, labels, undecodedCount) => {
		expect(decodeLabelDocuments(labels)).toEqual({ documents: [], undecodedCount });
	});

	it('that can be decoded are returned, and the others are counted', () => {
		const mixed = [
			{ data: label, pdf: paper },
			{ data: '?'.repeat(64), file: '!'.repeat(64) },
		];
		expect(decodeLabelDocuments(mixed)).toEqual({ documents: [bytesOf(LABEL), bytesOf(PAPER)], undecodedCount: 2 });
		expect(decodeLabelDocuments([label, '???', { data: paper, note: 'x' }])).toEqual({
			documents: [bytesOf(LABEL), bytesOf(PAPER)],
			undecodedCount: 1,
		});
	});

	it('are limited to 500; the rest is counted', () => {
		const { documents, undecodedCount } = decodeLabelDocuments(Array.from({ length: 502 }, () => paper));
		expect([documents.length, undecodedCount]).toEqual([500, 2]);
	});
});
