// The backup file of a desk: a tar archive that is encrypted with a passphrase, in the format of the program `age`. Its first entry
// describes the desk; the others are the desk's files. Runs in a worker thread.
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { extract, type Headers, pack } from 'tar-stream';
import * as z from 'zod';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { errorMessage } from '../../src-contract/lib/error-message';
import { storageError } from '../platform/database';

const FORMAT = 1;
const ABOUT_NAME = 'desk.json';
/** A description is a few lines for each file. */
const MAX_ABOUT_BYTES = 1_000_000;
/** The files that a backup may contain, so that none is written elsewhere. */
const FILE_NAME = /^(waybill\.db|addresses\.db|settings\.json|service\/broker\.db|address-snapshots\/[\w-]+\.waybill)$/;

const aboutSchema = z.object({
	format: z.literal(FORMAT),
	createdAt: z.iso.datetime(),
	version: z.string(),
	deskName: z.string(),
	dataDir: z.string(),
	/** Whether the desk was stopped for the backup, to be moved; otherwise it went on. */
	isMove: z.boolean(),
	/** Key of the stored documents, 32 bytes in base64; null when they are not encrypted. */
	documentKey: z
		.string()
		.regex(/^[A-Za-z\d+/]{43}=$/)
		.nullable(),
	files: z
		.array(z.object({ name: z.string().regex(FILE_NAME), size: z.number().int().nonnegative() }))
		.refine((files) => files.some(({ name }) => name === 'waybill.db')),
});
/** Describes a desk in its backup. It contains the key of the documents, so it is never written to a disk. */
export type DeskAbout = z.infer<typeof aboutSchema>;
export type DeskDetails = Omit<DeskAbout, 'format' | 'files'>;

export interface DeskFile {
	/** Name in the archive, with forward slashes. */
	name: string;
	path: string;
	/** In bytes. */
	size: number;
}

export const unreadableError = (cause?: unknown) =>
	new AppError(
		'backup.unreadable',
		t('This file is not the backup of a desk, or it is damaged. Nothing was changed. Choose another file.'),
		{ cause },
	);

export const newerError = () =>
	new AppError(
		'storage.newer',
		t('This file was written by a newer version of Waybill. Nothing was changed. Update Waybill to open it.'),
	);

async function addEntries(archive: ReturnType<typeof pack>, about: DeskAbout, files: readonly DeskFile[]) {
	archive.entry({ name: ABOUT_NAME }, JSON.stringify(about));
	for (const { name, path: source, size } of files)
		await pipeline(createReadStream(source), archive.entry({ name, size }) as unknown as Writable);
	archive.finalize();
}

/**
 * Writes a backup, and reads it again to check it. The target is complete or unchanged, also after a power failure.
 * @throws `storage.full`; `address.fileFailed` for another error of the file system
 */
export async function writeDeskArchive(
	target: string,
	passphrase: string,
	details: DeskDetails,
	files: readonly DeskFile[],
): Promise<void> {
	const partialFile = `${target}.part`;
	const encrypter = new Encrypter();
	encrypter.setPassphrase(passphrase);
	const archive = pack();
	const about = { ...details, format: FORMAT, files: files.map(({ name, size }) => ({ name, size })) } as const;
	try {
		// tar-stream's own streams are readable streams of Node in all but their type.
		const plain = Readable.toWeb(new Readable().wrap(archive as unknown as NodeJS.ReadableStream));
		const encrypted = await encrypter.encrypt(plain as unknown as globalThis.ReadableStream<Uint8Array>);
		const adding = addEntries(archive, about, files).catch((error) => {
			archive.destroy(error);
			throw error;
		});
		const writing = pipeline(
			Readable.fromWeb(encrypted as unknown as ReadableStream),
			createWriteStream(partialFile, { mode: 0o600 }),
		);
		await Promise.all([adding, writing]);
		const handle = await open(partialFile, 'r+');
		await handle.sync();
		await handle.close();
		await readDeskArchive(partialFile, passphrase, null);
		await rename(partialFile, target);
	} catch (error) {
		archive.destroy();
		await rm(partialFile, { force: true });
		if (error instanceof AppError) throw error;
		throw (
			storageError(error) ??
			new AppError('address.fileFailed', t('The file could not be written: {cause}', { cause: errorMessage(error) }), {
				cause: error,
			})
		);
	}
}

/** @throws `backup.passphraseWrong`, `backup.unreadable` */
async function decryptedStream(file: string, passphrase: string): Promise<Readable> {
	const decrypter = new Decrypter();
	decrypter.addPassphrase(passphrase);
	try {
		const encrypted = Readable.toWeb(createReadStream(file)) as unknown as globalThis.ReadableStream<Uint8Array>;
		return Readable.fromWeb((await decrypter.decrypt(encrypted)) as unknown as ReadableStream);
	} catch (error) {
		if (error instanceof Error && error.message.includes('no identity matched'))
			throw new AppError('backup.passphraseWrong', t('Wrong passphrase. Nothing was changed. Try again.'));
		throw unreadableError(error);
	}
}

async function readAbout(entry: AsyncIterable<Uint8Array>, { name, size = 0 }: Headers): Promise<DeskAbout> {
	if (name !== ABOUT_NAME || size > MAX_ABOUT_BYTES) throw unreadableError();
	const parts: Uint8Array[] = [];
	for await (const part of entry) parts.push(part);
	const about: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
	if (typeof about === 'object' && about !== null && 'format' in about && Number(about.format) > FORMAT)
		throw newerError();
	return aboutSchema.parse(about);
}

/** Writes an entry into a folder, or reads it to the end when there is no folder. */
async function takeEntry(entry: AsyncIterable<Uint8Array>, name: string, folder: string | null): Promise<void> {
	if (folder === null) {
		for await (const _ of entry);
		return;
	}
	const target = path.join(folder, name);
	await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
	await pipeline(entry, createWriteStream(target, { mode: 0o600, flush: true }));
}

/**
 * Reads a whole backup, and so checks it.
 * @param folder receives the files; null only checks the backup
 * @throws `backup.passphraseWrong`; `backup.unreadable` for a damaged, incomplete or other file; `storage.newer`; `storage.full`
 */
export async function readDeskArchive(file: string, passphrase: string, folder: string | null): Promise<DeskAbout> {
	const plain = await decryptedStream(file, passphrase);
	const archive = extract();
	try {
		const reading = pipeline(plain, archive as unknown as Writable);
		const taking = (async () => {
			let about: DeskAbout | undefined;
			const missing = new Map<string, number>();
			for await (const entry of archive) {
				const { name, size } = entry.header;
				if (!about) {
					about = await readAbout(entry, entry.header);
					for (const expected of about.files) missing.set(expected.name, expected.size);
				} else if (missing.get(name) === size) {
					await takeEntry(entry, name, folder);
					missing.delete(name);
				} else throw unreadableError();
			}
			if (!about || missing.size > 0) throw unreadableError();
			return about;
		})();
		const [about] = await Promise.all([taking, reading]);
		return about;
	} catch (error) {
		archive.destroy();
		if (error instanceof AppError) throw error;
		throw storageError(error) ?? unreadableError(error);
	} finally {
		if (!plain.closed) {
			plain.destroy();
			await once(plain, 'close').catch(() => {});
		}
	}
}
