// `npm run verify-evidence -- FILE [SEAL]`: checks an evidence file of a desk, whose format is in docs/evidence.md. Needs nothing but Node.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @typedef {{ at: string, kind: string, packer: string, desk: string, data: unknown }} DeskEvent */

const HASH = /^[0-9a-f]{64}$/;
const SUBJECT = /^\d*\/\d*$/;
const MIN_SEAL_CHARS = 16;
/** @param {string} text */
const sha256 = (text) => createHash('sha256').update(text, 'utf8').digest('hex');

/**
 * Checks the text of an evidence file.
 * @param {string} text
 * @param {string} [seal] the printed seal of a day after the events; empty: none
 * @returns the events of the order or shipment, and the last hash
 * @throws {Error} when the file is not what the desk wrote
 */
export function verifyEvidence(text, seal = '') {
	if (!text.endsWith('\n')) throw new Error('The file is cut off.');
	const [first = '', ...lines] = text.slice(0, -1).split('\n');
	const [name, version, subject = '', start = '', end = '', ...rest] = first.split(' ');
	if (name !== 'waybill-evidence' || version !== '1' || rest.length > 0)
		throw new Error('This is not an evidence file of version 1.');
	if (!SUBJECT.test(subject) || subject.length < 2 || !HASH.test(start) || !HASH.test(end))
		throw new Error('Line 1 is damaged.');
	const [order = '', shipment = ''] = subject.split('/');
	const parsed = lines.map((line, index) => parseLine(line, index + 2));

	const shipments = new Set(order === '' ? [shipment] : []);
	for (const line of parsed)
		if (order !== '' && line.order === order && line.shipment !== '') shipments.add(line.shipment);

	let hash = start;
	const sealPrefix = seal.replace(/\s/g, '').toLowerCase();
	let isSealed = false;
	for (const line of parsed) {
		hash = sha256(`${hash} ${line.order}/${line.shipment} ${line.digest}`);
		const belongs = (order !== '' && line.order === order) || shipments.has(line.shipment);
		if (belongs && !line.event) throw new Error(`Line ${line.number}: an event of the order is withheld.`);
		if (!belongs && line.event) throw new Error(`Line ${line.number}: the event belongs to another order.`);
		if (sealPrefix.length >= MIN_SEAL_CHARS && hash.startsWith(sealPrefix)) isSealed = true;
	}
	if (hash !== end) throw new Error('An event was changed, removed, added or moved.');
	const events = parsed.flatMap(({ event }) => event ?? []);
	if (events.length === 0) throw new Error('The file has no event.');
	if (sealPrefix !== '' && !isSealed) throw new Error(`No event of the file has the seal ${seal}.`);
	return { events, lastHash: hash };
}

/**
 * @param {string} line
 * @param {number} number of the line in the file, from 1
 * @returns {{ number: number, order: string, shipment: string, digest: string, event: DeskEvent | undefined }}
 */
function parseLine(line, number) {
	const [subject = '', ...rest] = line.split(' ');
	const content = rest.join(' ');
	if (!SUBJECT.test(subject)) throw new Error(`Line ${number} is damaged.`);
	const [order = '', shipment = ''] = subject.split('/');
	if (HASH.test(content)) return { number, order, shipment, digest: content, event: undefined };
	if (!content.startsWith('{')) throw new Error(`Line ${number} is damaged.`);
	try {
		return { number, order, shipment, digest: sha256(content), event: JSON.parse(content) };
	} catch {
		throw new Error(`Line ${number} is not JSON.`);
	}
}

/**
 * @param {string[]} parameters
 * @returns exit code
 */
function main([file, ...seal]) {
	if (file === undefined) {
		console.error('Usage: npm run verify-evidence -- FILE [SEAL]');
		return 2;
	}
	try {
		const { events, lastHash } = verifyEvidence(readFileSync(file, 'utf8'), seal.join(' '));
		for (const { at, packer, desk, kind, data } of events)
			console.log([at, packer || desk, kind, JSON.stringify(data)].join('  '));
		console.log(`\n${events.length} events. None was changed, removed, added or moved.`);
		if (seal.length > 0) console.log('The file agrees with the printed seal.');
		else {
			console.log(`Seal of the last event: ${lastHash.slice(0, MIN_SEAL_CHARS).replace(/(....)(?=.)/g, '$1 ')}`);
			console.log('Compare it with the seal that the desk printed on that day.');
		}
		return 0;
	} catch (error) {
		console.error(`The evidence is not valid. ${error instanceof Error ? error.message : String(error)}`);
		return 1;
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
