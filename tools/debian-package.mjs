// Builds a Debian package with dpkg-deb, for machines where electron-builder cannot download its packaging tool. Metadata and file
// layout are the same as in electron-builder's own package.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './project-root.mjs';

const ARCHITECTURES = /** @type {Record<string, string>} */ ({ x64: 'amd64', arm64: 'arm64' });

/**
 * The desktop entry, as electron-builder writes it.
 * @param {import('electron-builder').Configuration} config @param {string} name
 */
export function desktopEntry({ productName, linux }, name) {
	const lines = {
		Name: productName,
		Exec: `/opt/${productName}/${linux?.executableName} %U`,
		Terminal: 'false',
		Type: 'Application',
		Icon: linux?.executableName,
		StartupWMClass: name,
		...linux?.desktop?.entry,
		Comment: linux?.description,
		Categories: `${linux?.category};`,
	};
	return `[Desktop Entry]\n${Object.entries(lines)
		.map(([key, value]) => `${key}=${value}\n`)
		.join('')}`;
}

/**
 * The text of the control file.
 * @param {import('electron-builder').Configuration} config
 * @param {{ name: string, version: string, architecture: string, sizeKb: number }} metadata
 */
export function controlFile({ linux, deb }, { name, version, architecture, sizeKb }) {
	const lines = {
		Package: name,
		Version: version,
		Section: deb?.packageCategory,
		Priority: deb?.priority,
		Architecture: architecture,
		'Installed-Size': sizeKb,
		Depends: [deb?.depends].flat().join(', '),
		Recommends: [deb?.recommends].flat().join(', '),
		Maintainer: linux?.maintainer,
		Description: `${linux?.synopsis}\n ${linux?.description}`,
	};
	return Object.entries(lines)
		.map(([key, value]) => `${key}: ${value}\n`)
		.join('');
}

/** @param {string} script path from the project root @param {string} target */
function copyScript(script, target) {
	copyFileSync(path.join(projectRoot, script), target);
	chmodSync(target, 0o755);
}

/**
 * @param {{ name: string, version: string, unpacked: string, config: import('electron-builder').Configuration }} input `unpacked`: output folder of electron-builder's target `dir`
 * @returns {string} path of the package
 */
export function makeDebianPackage({ name, version, unpacked, config }) {
	const output = path.dirname(unpacked);
	const root = path.join(output, 'debian');
	/** Creates a folder of the package. @returns its path */
	const within = (/** @type {string[]} */ ...parts) => {
		const folder = path.join(root, ...parts);
		mkdirSync(folder, { recursive: true });
		return folder;
	};
	const architecture = ARCHITECTURES[process.arch] ?? process.arch;
	rmSync(root, { recursive: true, force: true });
	cpSync(unpacked, within('opt', String(config.productName)), { recursive: true });
	writeFileSync(path.join(within('usr', 'share', 'applications'), `${name}.desktop`), desktopEntry(config, name));
	const icons = path.join(projectRoot, String(config.linux?.icon));
	for (const picture of readdirSync(icons).filter((file) => file.endsWith('.png'))) {
		const folder = within('usr', 'share', 'icons', 'hicolor', path.basename(picture, '.png'), 'apps');
		copyFileSync(path.join(icons, picture), path.join(folder, `${name}.png`));
	}
	copyFileSync(path.join(projectRoot, 'LICENSE'), path.join(within('usr', 'share', 'doc', name), 'copyright'));
	execFileSync('chmod', ['-R', 'u=rwX,go=rX', root]);
	const sizeKb = Number(execFileSync('du', ['-sk', root], { encoding: 'utf8' }).split('\t')[0]);
	const scripts = within('DEBIAN');
	writeFileSync(path.join(scripts, 'control'), controlFile(config, { name, version, architecture, sizeKb }));
	copyScript(String(config.deb?.afterInstall), path.join(scripts, 'postinst'));
	copyScript(String(config.deb?.afterRemove), path.join(scripts, 'postrm'));
	const file = path.join(output, `${name}-${version}-linux-${architecture}.deb`);
	execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', root, file], { stdio: 'ignore' });
	rmSync(root, { recursive: true });
	return file;
}
