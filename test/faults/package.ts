// Installs the package with its declared dependencies on a clean Debian, starts it from its menu entry as an unprivileged user, and
// ships a parcel. Then moves the data folder and removes the package.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { FuseState } from '@electron/fuses/dist/constants.js';
import { type Browser, chromium, type Page } from 'playwright';
import { SERVED_FILES, UNBUNDLED_FILES } from '../../electron-builder.config.mjs';
import { findElectron } from '../../tools/electron-executable.mjs';
import { log } from '../../tools/log.mjs';
import { makePackages } from '../../tools/package.mjs';
import { installWithApt, onPath } from '../../tools/system-libraries.mjs';
import { book, typeAddresses, typeContents, typeParcel, waitForOptions } from '../e2e/station';
import { freePort } from '../fixtures/free-port';
import { readSymbols } from '../fixtures/symbols';

export interface PackageReport {
	installedPackages: number;
	/** `on`, or why Chromium's sandbox is off. */
	sandbox: string;
	trackingNumber: string;
	lost: number;
	misreported: number;
}

const USER = 'packer';
const MOVED = '/srv/station';

/** The Debian release of this machine and the mirror of its packages. */
function mirror(): { suite: string; url: string } {
	const suite = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? '';
	const format = '$(CODENAME) $(COMPONENT) $(REPO_URI)';
	const lines = execFileSync('apt-get', ['indextargets', '--format', format, 'Created-By: Packages'], {
		encoding: 'utf8',
	});
	const url = lines
		.split('\n')
		.find((line) => line.startsWith(`${suite} main `))
		?.split(' ')[2];
	if (!url) throw new Error('No Debian mirror was found in the apt sources of this machine.');
	return { suite, url };
}

/**
 * Arguments for `unshare` to run a shell command with `root` as its root file system. Uses pivot_root because Chromium's sandbox does
 * not work in a plain chroot. The mounts end with the command.
 */
function isolatedArguments(root: string, command: string): string[] {
	const mounts = [
		`mount --bind ${root} ${root}`,
		`mount -t proc proc ${root}/proc`,
		`mount -t tmpfs tmpfs ${root}/dev/shm`,
		`mount -t devpts devpts ${root}/dev/pts`,
		`mount --bind /tmp/.X11-unix ${root}/tmp/.X11-unix`,
		`cd ${root} && pivot_root . . && umount -l .`,
	].join(' && ');
	const within = 'exec /bin/sh -c "$COMMAND"';
	return [
		'--mount',
		'--pid',
		'--fork',
		'--kill-child',
		'env',
		`COMMAND=${command}`,
		'sh',
		'-c',
		`${mounts} && ${within}`,
	];
}

function runIsolated(root: string, command: string): string {
	return execFileSync('unshare', isolatedArguments(root, command), {
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
	});
}

interface Installed {
	page: Page;
	close(): Promise<void>;
}

/** Runs the command of the menu entry as the user, with a debugging port for the test. */
async function startByMenu(root: string, environment: string, switches: string): Promise<Installed> {
	const entry = readFileSync(path.join(root, 'usr', 'share', 'applications', 'waybill.desktop'), 'utf8');
	const command = /^Exec=(.+)$/m.exec(entry)?.[1]?.replace(/ %U$/, '');
	if (!command) throw new Error('the menu entry has no Exec line');
	const port = await freePort();
	const session = `HOME=/home/${USER} USER=${USER} LANG=C.UTF-8 DISPLAY=${process.env.DISPLAY} XDG_RUNTIME_DIR=/run/user/1000 ${environment}`;
	const child = spawn(
		'unshare',
		isolatedArguments(
			root,
			`cd /home/${USER} && exec setpriv --reuid ${USER} --regid ${USER} --init-groups env -i PATH=/usr/bin:/bin ${session} ${command} --remote-debugging-port=${port} --disable-gpu ${switches}`,
		),
		{ stdio: ['ignore', 'ignore', 'pipe'] },
	);
	const errorOutput: string[] = [];
	child.stderr.on('data', (data: Buffer) => errorOutput.push(data.toString()));
	try {
		const browser = await connect(port, child);
		const page = await firstPage(browser);
		await page.getByRole('navigation', { name: 'Screens' }).waitFor({ timeout: 60_000 });
		return {
			page,
			async close() {
				const exited = new Promise((resolve) => child.once('exit', resolve));
				await page.close();
				await exited;
			},
		};
	} catch (error) {
		child.kill('SIGKILL');
		throw new Error(`${(error as Error).message}\n${errorOutput.join('').slice(-2000)}`);
	}
}

async function connect(port: number, child: ChildProcess): Promise<Browser> {
	for (const until = Date.now() + 60_000; Date.now() < until; ) {
		if (child.exitCode !== null) throw new Error(`the station ended with ${child.exitCode}`);
		const answers = await fetch(`http://127.0.0.1:${port}/json/version`).then(
			(answer) => answer.ok,
			() => false,
		);
		// Electron does not support managed downloads.
		if (answers) return chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true });
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
	throw new Error('the station did not open its window within a minute');
}

async function firstPage(browser: Browser): Promise<Page> {
	for (;;) {
		const page = browser.contexts().flatMap((context) => context.pages())[0];
		if (page) return page;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

async function skipSetup(page: Page): Promise<void> {
	await page.getByRole('dialog').waitFor();
	await page.getByRole('button', { name: 'Set up later' }).click();
	await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function installClean(root: string, packageFile: string): Promise<void> {
	const { suite, url } = mirror();
	log(`package: a clean Debian ${suite}`);
	execFileSync('debootstrap', ['--variant=minbase', suite, root, url], { stdio: 'ignore' });
	mkdirSync(path.join(root, 'tmp', '.X11-unix'), { recursive: true });
	copyFileSync(packageFile, path.join(root, 'tmp', path.basename(packageFile)));
	log('package: installed by apt, with what it depends on');
	runIsolated(root, 'apt-get update -qq');
	runIsolated(
		root,
		`DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends /tmp/${path.basename(packageFile)}`,
	);
	runIsolated(root, `useradd --create-home --uid 1000 ${USER}`);
	runIsolated(root, `install -d -m 0700 -o ${USER} -g ${USER} /run/user/1000 ${MOVED}`);
}

async function startWithSandbox(root: string): Promise<{ station: Installed; sandbox: string; switches: string }> {
	try {
		return { station: await startByMenu(root, '', ''), sandbox: 'on', switches: '' };
	} catch (error) {
		const message = (error as Error).message;
		if (!/sandbox/i.test(message)) throw error;
		const switches = '--no-sandbox';
		return { station: await startByMenu(root, '', switches), sandbox: `off in this test: ${message}`, switches };
	}
}

async function shipParcel(root: string, { page }: Installed): Promise<string> {
	await skipSetup(page);
	await typeAddresses(page);
	await typeParcel(page);
	await waitForOptions(page);
	await typeContents(page);
	const trackingNumber = await book(page);
	await page.getByText('Saved to folder').waitFor();
	const labels = path.join(root, 'home', USER, '.config', 'waybill', 'labels');
	const label = readdirSync(labels).find((name) => name.endsWith('-label.pdf'));
	if (!label) throw new Error(`no label in ${labels}`);
	const symbols = await readSymbols(new Uint8Array(readFileSync(path.join(labels, label))), 0, 203);
	if (!symbols.some(({ text }) => text === trackingNumber))
		throw new Error(`the label does not carry ${trackingNumber}`);
	return trackingNumber;
}

function check(holds: boolean, what: string): void {
	if (!holds) throw new Error(what);
	log(`package: ${what}`);
}

/** Checks the installed files rather than the configuration they were built from. */
async function checkInstalledFiles(installed: string): Promise<void> {
	const files = listPackage(path.join(installed, 'resources', 'app.asar'), { isPack: false });
	const modules = files.flatMap((file) => /^\/node_modules\/((?:@[^/]+\/)?[^/@]+)$/.exec(file)?.[1] ?? []);
	const expected = Object.keys({ ...UNBUNDLED_FILES, ...SERVED_FILES });
	check(
		[...modules].sort().join() === expected.sort().join() && files.includes('/out/main/main.js'),
		'the archive holds what was built and the packages outside the bundle',
	);
	const fuses = await getCurrentFuseWire(path.join(installed, 'waybill'));
	const disabledFuses = [
		FuseV1Options.RunAsNode,
		FuseV1Options.EnableNodeOptionsEnvironmentVariable,
		FuseV1Options.EnableNodeCliInspectArguments,
	];
	const enabledFuses = [
		FuseV1Options.EnableCookieEncryption,
		FuseV1Options.OnlyLoadAppFromAsar,
		FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
	];
	check(
		disabledFuses.every((fuse) => fuses[fuse] === FuseState.DISABLE) &&
			enabledFuses.every((fuse) => fuses[fuse] === FuseState.ENABLE),
		'the fuses are set',
	);
	check(!existsSync(path.join(installed, 'resources', 'app')), 'only app.asar is there to be loaded');
}

export async function installAndShip(): Promise<PackageReport> {
	if (!onPath('debootstrap') && !existsSync('/usr/sbin/debootstrap'))
		await installWithApt(['debootstrap'], 'a clean Debian is made with debootstrap');
	const packageFile = (await makePackages(findElectron())).find((file) => file.endsWith('.deb'));
	if (!packageFile) throw new Error('No Debian package was made.');
	const root = mkdtempSync(path.join(tmpdir(), 'waybill-clean-'));
	execFileSync('chmod', ['755', root]);
	try {
		await installClean(root, packageFile);
		const dataFolder = path.join(root, 'home', USER, '.config', 'waybill');
		await checkInstalledFiles(path.join(root, 'opt', 'Waybill'));
		const { station, sandbox, switches } = await startWithSandbox(root);
		const trackingNumber = await shipParcel(root, station).finally(() => station.close());
		log(`package: booked ${trackingNumber}, its label is in the folder`);

		const movedStation = await startByMenu(root, `WAYBILL_DATA_DIR=${MOVED}`, switches);
		await skipSetup(movedStation.page).finally(() => movedStation.close());
		check(existsSync(path.join(root, MOVED, 'waybill.db')), 'WAYBILL_DATA_DIR moves the data folder');

		const node = runIsolated(
			root,
			`setpriv --reuid ${USER} --regid ${USER} --init-groups env HOME=/home/${USER} ELECTRON_RUN_AS_NODE=1 timeout 20 /opt/Waybill/waybill -p 40+2 2>/dev/null; true`,
		);
		check(!node.includes('42'), 'the executable does not run as Node');

		const installedPackages = Number(runIsolated(root, 'dpkg-query -W -f "x\\n" | wc -l'));
		runIsolated(root, 'DEBIAN_FRONTEND=noninteractive apt-get remove -y -qq waybill');
		check(!existsSync(path.join(root, 'opt', 'Waybill')), 'a removed package leaves nothing in /opt');
		check(existsSync(path.join(dataFolder, 'waybill.db')), 'the data folder remains');
		return { installedPackages, sandbox, trackingNumber, lost: 0, misreported: 0 };
	} finally {
		rmSync(root, { recursive: true, force: true });
	}
}
