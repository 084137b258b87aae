// The real servers and printers that tests start for themselves, and the tools with which they make and read documents.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installWithApt, onPath } from './system-libraries.mjs';

/**
 * Programs on the path; whole paths where another program may have the name, or a part of it is a package of its own.
 * @type {{ program: string, package: string }[]}
 */
const NEEDED = [
	{ program: '/usr/lib/postgresql', package: 'postgresql' },
	{ program: 'cupsd', package: 'cups' },
	{ program: 'lp', package: 'cups-client' },
	{ program: '/usr/lib/cups/filter/pdftopdf', package: 'cups-filters' },
	{ program: '/usr/lib/cups/backend/cups-pdf', package: 'printer-driver-cups-pdf' },
	{ program: 'ippeveprinter', package: 'cups-ipp-utils' },
	{ program: 'dbus-daemon', package: 'dbus' },
	{ program: 'gnome-keyring-daemon', package: 'gnome-keyring libsecret-1-0' },
	{ program: 'qpdf', package: 'qpdf' },
	{ program: 'gs', package: 'ghostscript' },
	{ program: 'rsvg-convert', package: 'librsvg2-bin' },
	{ program: '/usr/bin/convert', package: 'imagemagick' },
	{ program: 'tiffcp', package: 'libtiff-tools' },
	{ program: 'pdftoppm', package: 'poppler-utils' },
	{ program: '/usr/share/groff/current/font/devpdf', package: 'groff' },
	{ program: 'zbarimg', package: 'zbar-tools' },
];

/** Servers lie in a folder that is on the path of root alone. @param {string} program */
function isInstalled(program) {
	if (path.isAbsolute(program)) return existsSync(program);
	return onPath(program) || existsSync(path.join('/usr/sbin', program));
}

export async function ensureTestServers() {
	const missing = NEEDED.filter(({ program }) => !isInstalled(program));
	if (missing.length === 0) return;
	const names = missing.map(({ program }) => program).join(', ');
	await installWithApt(
		missing.map((needed) => needed.package),
		`the tests run real servers, printers and document tools, of which this machine lacks ${names}`,
	);
}
