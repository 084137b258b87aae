// Documents in the `labels` field of a booking. The specification says one base64 text; services also send lists and objects. Pure.

import { detectLabelFormat } from '../../platform/label-formats';
import { isRecord } from './refusal-reason';

/** Keys under which a document's content stands. Under another key, a text counts only when it is a known document format. */
const CONTENT_KEYS = new Set([
	'data',
	'content',
	'contents',
	'base64',
	'label',
	'labels',
	'file',
	'body',
	'bytes',
	'pdf',
	'zpl',
	'png',
	'image',
	'document',
	'documents',
]);
/** Levels of lists and objects: `{ labels: [{ document: { data } }] }` has four. */
const MAX_DEPTH = 5;
/** More documents than a shipment of 200 parcels has. */
const MAX_DOCUMENTS = 500;
/** A shorter text in an object may be a word, such as the name of the document: it counts only when it is a known document format. */
const MIN_CONTENT_CHARS = 64;
const NOTHING = new Uint8Array();

export interface LabelDocuments {
	/** Decoded, in the order of the answer. */
	documents: Uint8Array[];
	/** Number of texts in the place of a document that could not be decoded. */
	undecoded: number;
}

/** Base64 with or without a data URI, line breaks or the URL-safe alphabet. */
export function decodeBase64(text: string): Uint8Array {
	const body = text.replace(/^data:[^,]*,/, '').replace(/\s/g, '');
	return new Uint8Array(Buffer.from(body.replace(/-/g, '+').replace(/_/g, '/'), 'base64'));
}

/** @returns undefined when the text is not base64, and not a document written as plain text */
function decode(text: string): Uint8Array | undefined {
	const [prefix] = /^\s*data:[^,]*,/i.exec(text) ?? [''];
	const content = text.slice(prefix.length);
	if (prefix && !/;\s*base64\s*,/i.test(prefix)) return decodePercent(content);
	const body = content.replace(/\s/g, '').replace(/=+$/, '');
	if (body !== '' && !/[^\w+/-]/.test(body) && body.length % 4 !== 1) return decodeBase64(body);
	const plain = new Uint8Array(Buffer.from(text));
	return detectLabelFormat(plain) && plain;
}

function decodePercent(text: string): Uint8Array | undefined {
	try {
		const bytes = new Uint8Array(Buffer.from(decodeURIComponent(text)));
		return bytes.length > 0 ? bytes : undefined;
	} catch {
		return undefined;
	}
}

/** Every document that decodes, and how many did not. Each counts once, also when an object holds it twice. */
export function labelDocuments(labels: unknown): LabelDocuments {
	const documents: Uint8Array[] = [];
	let undecoded = 0;
	let hasText = false;

	function keep(text: string): void {
		const bytes = documents.length < MAX_DOCUMENTS ? decode(text) : undefined;
		if (bytes) documents.push(bytes);
		else undecoded += 1;
	}

	function readObject(value: Record<string, unknown>, depth: number): void {
		const texts = new Set<string>();
		for (const [key, part] of Object.entries(value)) {
			if (typeof part !== 'string') read(part, depth + 1);
			else if (part.trim() !== '' && !texts.has(part)) {
				hasText = true;
				texts.add(part);
				const isContent = CONTENT_KEYS.has(key.toLowerCase()) && part.length >= MIN_CONTENT_CHARS;
				if (isContent || detectLabelFormat(decode(part) ?? NOTHING)) keep(part);
			}
		}
	}

	function read(value: unknown, depth: number): void {
		if (typeof value === 'string') {
			if (value.trim() !== '') keep(value);
		} else if (Array.isArray(value)) {
			if (depth > MAX_DEPTH) undecoded += 1;
			else for (const part of value) read(part, depth + 1);
		} else if (isRecord(value)) {
			if (depth > MAX_DEPTH) undecoded += 1;
			else readObject(value, depth);
		}
	}

	read(labels, 1);
	// Such as a link to the document, or an object of another form.
	if (hasText && documents.length + undecoded === 0) undecoded = 1;
	return { documents, undecoded };
}
