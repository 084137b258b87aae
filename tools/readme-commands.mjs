// `npm run test:readme [-- PART]`: runs each command of the table in README.md, with a small count, in a fresh clone of the last
// commit, and checks exit status and output. With PART, runs only the commands that contain PART. Fails if a command has no entry
// in CASES. The first command of each npm script starts without node_modules and out/, as on a new machine. Needs Linux.
import { execFileSync, spawn } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openVirtualDisplay } from './display.mjs';
import { log, stop } from './log.mjs';
import { projectRoot } from './project-root.mjs';

const COMMAND_TIMEOUT_MS = 15 * 60_000;
/** Time to stop a long-running command. The service may take 30 s to finish its requests. */
const STOP_TIMEOUT_MS = 40_000;
const POLL_MS = 200;

const workFolder = mkdtempSync(path.join(tmpdir(), 'waybill-readme-'));
const clone = path.join(workFolder, 'clone');
const savedPackages = path.join(workFolder, 'node_modules');
const dataDir = path.join(workFolder, 'station');
const serviceDir = path.join(workFolder, 'service');
const logs = path.join(projectRoot, 'out', 'readme-commands');

/** Report of a failure campaign that lost and misreported nothing. */
const NOTHING_LOST = /^\[waybill\] \{(?=.*"lost":0\b)(?=.*"misreported":0\b).*\}$/m;

/**
 * @typedef {object} Case
 * @property {string} [run] command line; default: the command in the table
 * @property {RegExp} [prints] expected output
 * @property {number} [status] expected exit status; default: 0
 * @property {() => boolean} [isReady] only for commands that run until they are stopped: whether to stop the command, if `prints` matches too
 * @property {string[]} [leaves] files that must exist in the clone afterwards
 * @property {boolean} [needsDisplay]
 * @property {string} [skipped] reason for not running it
 */

/** @type {Record<string, Case>} */
const CASES = {
	'npm start': { prints: /^\[waybill\] there is no display: the demo/m, leaves: ['out/demo/summary.json'] },
	'npm test': { skipped: 'CI runs it' },
	'npm run test:full': { skipped: 'CI runs it' },
	'npm run test:readme': { skipped: 'this command' },
	'npm run mutation [-- MODULE]': {
		run: 'npm run mutation -- src-contract/rules/landed-cost.ts',
		prints: /^\[waybill\] mutation testing: each module is at 80 % or above$/m,
	},
	'npm run build': { leaves: ['out/main/main.js', 'out/renderer/index.html'] },
	'npm run demo': { leaves: ['out/demo/summary.json'] },
	'npm run guide': { prints: /^\[waybill\] guide: ship\.png$/m },
	'npm run screens [-- NAME]': {
		run: 'npm run screens -- help',
		leaves: ['out/screens/help/960x640-100-light-en.jpg'],
	},
	'npm run i18n': { prints: /^nl: 0 errors$/m },
	'npm run dev': {
		prints: /starting electron app/,
		isReady: () => existsSync(path.join(dataDir, 'waybill.db')),
		needsDisplay: true,
	},
	'npm run package': { prints: /^\[waybill\] out\/package\/.+/m },
	'npm run bench [-- NAME] [--json FILE]': {
		run: 'npm run bench -- rates --json out/rates.json',
		leaves: ['out/rates.json'],
	},
	'npm run faults -- kill-booking --count N': { run: 'npm run faults -- kill-booking --count 1', prints: NOTHING_LOST },
	'npm run faults -- kill-service --count N': { run: 'npm run faults -- kill-service --count 2', prints: NOTHING_LOST },
	'npm run faults -- printing --count N': { run: 'npm run faults -- printing --count 10', prints: NOTHING_LOST },
	'npm run faults -- addresses --count N': { run: 'npm run faults -- addresses --count 2', prints: NOTHING_LOST },
	'npm run faults -- outbox --count N': { run: 'npm run faults -- outbox --count 2', prints: NOTHING_LOST },
	'npm run faults -- refusals --count N': { run: 'npm run faults -- refusals --count 6', prints: NOTHING_LOST },
	'npm run faults -- move --count N': { run: 'npm run faults -- move --count 14', prints: NOTHING_LOST },
	'npm run faults -- labels --count N': { run: 'npm run faults -- labels --count 2', prints: NOTHING_LOST },
	'npm run faults -- queue --count N': { run: 'npm run faults -- queue --count 5', prints: NOTHING_LOST },
	'npm run faults -- fuzz --count N': { run: 'npm run faults -- fuzz --count 100', prints: NOTHING_LOST },
	'npm run faults -- batch --count N': { run: 'npm run faults -- batch --count 20', prints: NOTHING_LOST },
	'npm run faults -- packing --count N': {
		run: 'npm run faults -- packing --count 4',
		prints: /"scansLost":0,"scansDoubled":0,"bookedTwice":0,"printedTwice":0,"notResumed":0,"notShipped":0/,
	},
	'npm run faults -- packing-day --count N': {
		run: 'npm run faults -- packing-day --count 60',
		prints: /"missed":0,"falselyRefused":0,"bookedTwice":0,"printedTwice":0,"notShipped":0/,
	},
	'npm run faults -- two-desks --count N': {
		run: 'npm run faults -- two-desks --count 40',
		prints: /"bookedTwice":0,"lost":0,"misreported":0/,
	},
	'npm run faults -- books --count N': { run: 'npm run faults -- books --count 20', prints: NOTHING_LOST },
	'npm run faults -- discovery --count N': { run: 'npm run faults -- discovery --count 1', prints: NOTHING_LOST },
	'npm run faults -- package': { prints: NOTHING_LOST },
	'npm run broker -- account create --name X --data-dir DIR': {
		run: `npm run broker -- account create --name readme --data-dir ${serviceDir}`,
		prints: /^[^@\s]+@[^@\s]+$/m,
	},
	'npm run broker -- serve --port N --data-dir DIR': {
		run: `npm run broker -- serve --port 0 --data-dir ${serviceDir}`,
		prints: /^listening on http:\/\/127\.0\.0\.1:\d+$/m,
		isReady: () => true,
	},
	'npm run broker -- duties check': { prints: /^\d+ of \d+ rows are due on \S+\.$/m },
	'npm run broker': { prints: /^Usage: broker COMMAND/m },
};

/** @returns {string[]} first column of the table of commands in README.md */
function commandsOfReadme() {
	const section = readFileSync(path.join(projectRoot, 'README.md'), 'utf8')
		.split('## Commands\n')[1]
		?.split('\n## ')[0];
	return [...(section ?? '').matchAll(/^\| `([^`]+)` \|/gm)].map(([, command]) => String(command));
}

/**
 * The environment of the commands: without the variables of the npm command that runs this script, and with a replacement of npm
 * whose `npm ci` moves the saved packages back instead of downloading them.
 */
function environment() {
	const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|CI$)/i.test(name)));
	delete env.DISPLAY;
	delete env.WAYLAND_DISPLAY;
	const folders = (env.PATH ?? '').split(path.delimiter).filter((folder) => !/node_modules|node-gyp-bin/.test(folder));
	const npm = folders.map((folder) => path.join(folder, 'npm')).find((file) => existsSync(file));
	if (!npm) stop('npm is not on the path');
	const stub = path.join(workFolder, 'bin', 'npm');
	mkdirSync(path.dirname(stub));
	const restore = `if [ "$1" = ci ] && [ -d '${savedPackages}' ]; then exec mv '${savedPackages}' node_modules; fi`;
	writeFileSync(stub, `#!/bin/sh\n${restore}\nexec '${npm}' "$@"\n`);
	chmodSync(stub, 0o755);
	return { ...env, PATH: [path.dirname(stub), ...folders].join(path.delimiter), WAYBILL_DATA_DIR: dataDir };
}

/** Resets the clone to the state of a new machine, and saves the packages for the `npm ci` of the next command. */
function makeBare() {
	rmSync(path.join(clone, 'out'), { recursive: true, force: true });
	if (existsSync(path.join(clone, 'node_modules'))) renameSync(path.join(clone, 'node_modules'), savedPackages);
}

/** @param {number} leader leader of a process group that this script started @param {NodeJS.Signals} signal */
function signalGroup(leader, signal) {
	try {
		process.kill(-leader, signal);
	} catch {
		// All processes of the group have ended.
	}
}

/** Process group of the running command. @type {number | undefined} */
let runningGroup;

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * @param {string} command @param {Case} expected @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ output: string, problem?: string }>}
 */
async function runCase(command, expected, env) {
	const child = spawn('sh', ['-c', `exec ${expected.run ?? command}`], {
		cwd: clone,
		env,
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const leader = child.pid;
	if (leader === undefined) return { output: '', problem: 'it could not be started' };
	runningGroup = leader;
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (/** @type {Buffer} */ data) => (output += data));
	/** @type {number | null | undefined} */
	let status;
	const closed = new Promise((resolve) =>
		child.once('close', (code) => {
			status = code;
			resolve(undefined);
		}),
	);
	const deadline = Date.now() + COMMAND_TIMEOUT_MS;
	const isReady = () => expected.isReady?.() && expected.prints?.test(output);
	while (status === undefined && Date.now() < deadline && !isReady()) await Promise.race([closed, pause(POLL_MS)]);
	if (expected.isReady) {
		if (status !== undefined) return { output, problem: `it ended with ${status} before it was ready` };
		const wasReady = isReady();
		signalGroup(leader, 'SIGTERM');
		await Promise.race([closed, pause(STOP_TIMEOUT_MS)]);
		// "close" is emitted when the last process that uses the output streams has ended.
		if (status === undefined) {
			signalGroup(leader, 'SIGKILL');
			return { output, problem: 'it did not end on SIGTERM' };
		}
		return wasReady ? { output } : { output, problem: 'it was not ready in time' };
	}
	if (status === undefined) {
		signalGroup(leader, 'SIGKILL');
		return { output, problem: `it did not end within ${COMMAND_TIMEOUT_MS / 60_000} minutes` };
	}
	if (status !== (expected.status ?? 0)) return { output, problem: `it ended with ${status}` };
	if (expected.prints && !expected.prints.test(output))
		return { output, problem: `it did not print ${expected.prints}` };
	const missing = expected.leaves?.find((file) => !existsSync(path.join(clone, file)));
	return missing ? { output, problem: `it did not write ${missing}` } : { output };
}

const commands = commandsOfReadme();
if (commands.length === 0) stop('README.md has no table of commands');
const unknown = commands.filter((command) => !CASES[command]);
if (unknown.length > 0) stop(`tools/readme-commands.mjs has no case for: ${unknown.join('; ')}`);
const obsolete = Object.keys(CASES).filter((command) => !commands.includes(command));
if (obsolete.length > 0) stop(`README.md does not contain the commands of these cases: ${obsolete.join('; ')}`);

const part = process.argv[2] ?? '';
const chosen = commands.filter((command) => command.includes(part));
if (chosen.length === 0) stop(`no command of README.md contains "${part}"`);
execFileSync('git', ['clone', '--quiet', projectRoot, clone], { stdio: 'inherit' });
mkdirSync(logs, { recursive: true });
const env = environment();
const display = await openVirtualDisplay();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
	process.once(signal, () => {
		if (runningGroup !== undefined) signalGroup(runningGroup, 'SIGKILL');
		display.close();
		rmSync(workFolder, { recursive: true, force: true });
		process.exit(1);
	});
const startedScripts = new Set();
const failed = [];
let passed = 0;
try {
	for (const command of chosen) {
		const expected = CASES[command];
		if (!expected) continue;
		if (expected.skipped) {
			log(`skipped: ${command} (${expected.skipped})`);
			continue;
		}
		const script = command.replace(/^npm (run )?/, '').split(' ')[0];
		const isBare = !startedScripts.has(script);
		if (isBare) makeBare();
		startedScripts.add(script);
		const started = Date.now();
		const displayEnv = expected.needsDisplay ? { DISPLAY: display.name, WAYBILL_VIRTUAL_DISPLAY: '1' } : {};
		const { output, problem } = await runCase(command, expected, { ...env, ...displayEnv });
		const logFile = path.join(logs, `${command.replace(/[^a-z0-9]+/gi, '-')}.log`);
		writeFileSync(logFile, output);
		const seconds = ((Date.now() - started) / 1000).toFixed(0);
		const from = isBare ? ' from a fresh clone' : '';
		if (problem) {
			failed.push(command);
			log(`FAILED: ${expected.run ?? command}${from}: ${problem}; ${path.relative(projectRoot, logFile)} ends:`);
			log(output.trim().split('\n').slice(-15).join('\n'));
		} else {
			passed += 1;
			log(`passed: ${expected.run ?? command}${from}, ${seconds} s`);
		}
	}
} finally {
	display.close();
	rmSync(workFolder, { recursive: true, force: true });
}
log(`${passed} passed, ${failed.length} failed`);
if (failed.length > 0) stop(`commands of README.md failed: ${failed.join('; ')}`);
