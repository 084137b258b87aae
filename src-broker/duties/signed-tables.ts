// The file that carries an issue of the duty tables from their maintainer to a service: all tables as text, with an Ed25519 signature.
import {
	createHash,
	createPrivateKey,
	createPublicKey,
	generateKeyPairSync,
	type KeyObject,
	sign,
	verify,
} from 'node:crypto';
import * as z from 'zod';

const FORMAT = 'waybill-duty-tables-1';
/** The tables of this release have 0.3 MB. */
export const MAX_ISSUE_BYTES = 16_000_000;

/** An issue of the tables. */
export interface TableIssue {
	/** ISO date. A service uses the newest issue that it has. */
	issuedOn: string;
	/** Texts of the tables by file name. */
	files: Record<string, string>;
}

const envelopeSchema = z.object({
	format: z.literal(FORMAT),
	/** A `TableIssue` as JSON. The signature is over its UTF-8 bytes. */
	content: z.string(),
	/** Base64. */
	signature: z.string(),
});
const issueSchema = z.object({ issuedOn: z.iso.date(), files: z.record(z.string(), z.string()) });

/** A new pair of keys, as PEM texts. */
export function createSigningKeys(): { privateKey: string; publicKey: string } {
	return generateKeyPairSync('ed25519', {
		privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
		publicKeyEncoding: { type: 'spki', format: 'pem' },
	});
}

/** @param create reads the key from its PEM text @throws Error when the text is not an Ed25519 key of the right kind */
function readKey(create: (pem: string) => KeyObject, pem: string, kind: 'private' | 'public'): KeyObject {
	try {
		const key = create(pem);
		if (key.asymmetricKeyType === 'ed25519') return key;
	} catch {
		// Not a PEM text of a key. The reason of the crypto library is left out, because it could quote a private key.
	}
	throw new Error(`The file is not a ${kind} Ed25519 key as "duties key" writes it.`);
}

/** The public key in its standard PEM form. @throws Error when the text contains a private key, or no Ed25519 key */
export function readPublicKey(pem: string): string {
	if (pem.includes('PRIVATE KEY'))
		throw new Error('The file is the private key. Give the public one, whose name ends in .pub.');
	return String(readKey(createPublicKey, pem, 'public').export({ type: 'spki', format: 'pem' }));
}

/** Fingerprint of a public key, which users compare: the first 16 hexadecimal digits of its SHA-256 digest, in groups of four. */
export function fingerprintOf(publicKey: string): string {
	const der = createPublicKey(publicKey).export({ type: 'spki', format: 'der' });
	const digest = createHash('sha256').update(der).digest('hex');
	return digest.slice(0, 16).replace(/.{4}(?=.)/g, '$&-');
}

/** @returns the text of the file @throws Error when the text is not a private Ed25519 key */
export function signIssue(issue: TableIssue, privateKey: string): string {
	const content = JSON.stringify(issue);
	const signature = sign(null, Buffer.from(content), readKey(createPrivateKey, privateKey, 'private'));
	return JSON.stringify({ format: FORMAT, content, signature: signature.toString('base64') });
}

/**
 * @param trustedKeys PEM texts of public keys
 * @throws Error when the text is not such a file, or none of the keys signed it
 */
export function openIssue(text: string, trustedKeys: readonly string[]): TableIssue {
	const envelope = parseJson(text, envelopeSchema);
	if (!envelope) throw new Error('The file is not an issue of duty tables as "duties sign" writes it.');
	const content = Buffer.from(envelope.content);
	const signature = Buffer.from(envelope.signature, 'base64');
	if (!trustedKeys.some((key) => verify(null, content, createPublicKey(key), signature)))
		throw new Error(
			'No trusted key signed the file, or the file was changed after it was signed. Nothing was imported. Run "duties trust" with the public key of the maintainer.',
		);
	const issue = parseJson(envelope.content, issueSchema);
	if (!issue) throw new Error('The file is signed, but its content is not an issue of duty tables.');
	return issue;
}

function parseJson<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> | undefined {
	try {
		return schema.safeParse(JSON.parse(text)).data;
	} catch {
		return undefined;
	}
}
