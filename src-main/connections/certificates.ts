// The certificate authorities that the station trusts: those that Node contains, those of the operating system, and those of a file.
import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';

/** Files with the authorities of Debian and Ubuntu, Fedora and Red Hat, SUSE, and Alpine. */
const SYSTEM_FILES = [
	'/etc/ssl/certs/ca-certificates.crt',
	'/etc/pki/tls/certs/ca-bundle.crt',
	'/etc/ssl/ca-bundle.pem',
	'/etc/ssl/cert.pem',
];

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const readCertificates = (file: string): string[] => readFileSync(file, 'utf8').match(CERTIFICATE) ?? [];

/** Empty when the operating system has none that can be read. */
function systemCertificates(): string[] {
	// Only since Node 22.15. It reads the stores of Windows and macOS too.
	const fromStore = 'getCACertificates' in tls ? (tls.getCACertificates as (type: string) => string[])('system') : [];
	if (fromStore.length > 0 || process.platform !== 'linux') return fromStore;
	for (const file of SYSTEM_FILES) {
		try {
			return readCertificates(file);
		} catch {
			// This distribution has its authorities in another file.
		}
	}
	return [];
}

export interface TrustedCertificates {
	/** In PEM form. */
	certificates: string[];
	/** The file with further authorities; undefined when none is configured. */
	file: string | undefined;
	/** Why the file could not be used; undefined when it was. */
	fileError: unknown;
}

/** @param file path of a PEM file with further authorities; undefined when none is configured */
export function trustedCertificates(file: string | undefined): TrustedCertificates {
	const certificates = [...tls.rootCertificates, ...systemCertificates()];
	let fileError: unknown;
	try {
		const added = file ? readCertificates(file) : [];
		if (file && added.length === 0) throw new Error('the file has no certificate in PEM form');
		certificates.push(...added);
	} catch (error) {
		fileError = error;
	}
	return { certificates: [...new Set(certificates)], file, fileError };
}
