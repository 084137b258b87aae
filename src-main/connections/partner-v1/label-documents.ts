// Decodes the documents in the `labels` field of a booking. In the specification this field is one base64 string; services
// also send lists and objects. Pure.
import { detectLabelFormat } from '../../platform/label-formats';
import { isRecord } from './rejection-reason';

/** Object keys that contain a document. A string under another key is used only when it is in a known document format. */
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
/**
 * Maximum nesting of lists and objects in the field. The value `{ labels: [{ document: { data } }] }` of the field has four levels.
 */
const MAX_DEPTH = 5;
/** Maximum number of documents that are decoded, more than a shipment with 200 parcels has. Further ones count as undecoded. */
const MAX_DOCUMENTS = 500;
/** A shorter string under one of `CONTENT_KEYS` may be a name. Such a string is used only in a known document format. */
const MIN_CONTENT_CHARS = 64;
/** Longer media types of a data URI are cut. */
const MAX_MEDIA_TYPE_CHARS = 200;
const NO_BYTES = new Uint8Array();

export interface LabelDocuments {
	/** Decoded, in the order of the answer. */
	documents: Uint8Array[];
	/** Number of documents that could not be decoded. */
	undecodedCount: number;
}

/** A text, split after the prefix of a data URI, such as `data:application/pdf;base64,`. */
function splitDataUri(text: string): { prefix: string; content: string } {
	const uri = text.trimStart();
	const comma = uri.slice(0, 5).toLowerCase() === 'data:' ? uri.indexOf(',') : -1;
	return comma < 0 ? { prefix: '', content: text } : { prefix: uri.slice(0, comma), content: uri.slice(comma + 1) };
}

/** Whether a text is base64, possibly with line breaks, padding, or the URL-safe alphabet. */
function isBase64(text: string): boolean {
	if (/[^\w+/=\s-]/.test(text)) return false;
	const body = text.replace(/\s/g, '');
	let { length } = body;
	while (length > 0 && body[length - 1] === '=') length -= 1;
	const padding = body.indexOf('=');
	return length > 0 && length % 4 !== 1 && (padding < 0 || padding >= length);
}

/** Decodes base64, also with a data URI prefix, line breaks or the URL-safe alphabet. */
export const decodeBase64 = (text: string): Uint8Array =>
	new Uint8Array(Buffer.from(splitDataUri(text).content, 'base64'));

/**
 * Decodes base64, a percent-encoded data URI, or a document in plain text such as ZPL. The text may have many megabytes: it is
 * searched only with regular expressions that do not repeat.
 * @returns undefined for any other text
 */
function decode(text: string): Uint8Array | undefined {
	const { prefix, content } = splitDataUri(text);
	const mediaTypeParts = prefix.slice(0, MAX_MEDIA_TYPE_CHARS).split(';');
	if (prefix && !mediaTypeParts.some((part) => part.trim().toLowerCase() === 'base64')) return decodePercent(content);
	if (isBase64(content)) return decodeBase64(content);
	const plainBytes = new Uint8Array(Buffer.from(text));
	return detectLabelFormat(plainBytes) && plainBytes;
}

function decodePercent(text: string): Uint8Array | undefined {
	try {
		const bytes = new Uint8Array(Buffer.from(decodeURIComponent(text)));
		return bytes.length > 0 ? bytes : undefined;
	} catch {
		return undefined;
	}
}

/** Decodes all documents and counts those that cannot be decoded. A document that appears twice in an object counts once. */
export function decodeLabelDocuments(labels: unknown): LabelDocuments {
	const documents: Uint8Array[] = [];
	let undecodedCount = 0;
	/** Whether an object contains any text. */
	let hasText = false;

	function addDocument(text: string): void {
		const bytes = documents.length < MAX_DOCUMENTS ? decode(text) : undefined;
		if (bytes) documents.push(bytes);
		else undecodedCount += 1;
	}

	function readObject(value: Record<string, unknown>, depth: number): void {
		const texts = new Set<string>();
		for (const [key, part] of Object.entries(value)) {
			if (typeof part !== 'string') read(part, depth + 1);
			else if (part.trim() !== '' && !texts.has(part)) {
				hasText = true;
				texts.add(part);
				const isContent = CONTENT_KEYS.has(key.toLowerCase()) && part.length >= MIN_CONTENT_CHARS;
				if (isContent || detectLabelFormat(decode(part) ?? NO_BYTES)) addDocument(part);
			}
		}
	}

	function read(value: unknown, depth: number): void {
		if (typeof value === 'string') {
			if (value.trim() !== '') addDocument(value);
		} else if (Array.isArray(value)) {
			if (depth > MAX_DEPTH) undecodedCount += 1;
			else for (const part of value) read(part, depth + 1);
		} else if (isRecord(value)) {
			if (depth > MAX_DEPTH) undecodedCount += 1;
			else readObject(value, depth);
		}
	}

	read(labels, 1);
	// Objects that contain only other text, such as a link to the document, count as one undecoded document.
	if (hasText && documents.length + undecodedCount === 0) undecodedCount = 1;
	return { documents, undecodedCount };
}
