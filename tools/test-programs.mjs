// Installs the servers, printers and document tools that the tests start, if they are missing.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installWithApt, onPath } from './system-libraries.mjs';

/**
 * Programs that the tests start, and the Debian packages that contain them. A program is a name on the path, or an absolute path if
 * the name is ambiguous or the required file is not a program.
 * @type {{ program: string, package: string }[]}
 */
const REQUIRED_PROGRAMS = [
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

/** Whether a program is installed. Servers are in /usr/sbin, which is only on root's path. @param {string} program */
function isInstalled(program) {
	if (path.isAbsolute(program)) return existsSync(program);
	return onPath(program) || existsSync(path.join('/usr/sbin', program));
}

export async function installTestPrograms() {
	const missing = REQUIRED_PROGRAMS.filter(({ program }) => !isInstalled(program));
	if (missing.length === 0) return;
	const names = missing.map(({ program }) => program).join(', ');
	await installWithApt(
		missing.map((program) => program.package),
		`programs that the tests need are missing: ${names}`,
	);
}
