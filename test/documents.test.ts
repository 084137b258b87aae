// The files, folders, links and station calls that the documents name exist.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { stationApi } from '../src-contract/api';

const root = path.join(import.meta.dirname, '..');
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const folders = new Set(tracked.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(0, at).join('/'))));
/** Decisions keep the names that were valid when they were written. */
const documents = tracked.filter((file) => /\.md$/.test(file) && !/^(docs\/decisions\/0|CHANGELOG)/.test(file));

/** Files that a program writes, and placeholders. */
const isGenerated = (name: string): boolean =>
	/^out\/|[A-Z]{4}/.test(name) ||
	['addresses.db', 'credentials.json', 'report.json', 'sbom.cdx.json', 'settings.json', 'upstream.conf'].includes(name);

const isTracked = (name: string): boolean =>
	tracked.some((file) => file === name || file.endsWith(`/${name}`)) ||
	[...folders].some((folder) => folder === name || folder.endsWith(`/${name}`));
/** Code in backticks that is a path of this repository: `printing/queue.ts`, `src-main/app/`. */
const PATH = /`((?:[\w@.-]+\/)*[\w@.-]+(?:\.(?:ts|vue|mjs|md|json|jsonc|csv|yaml|sh|conf)|\/))`/g;

it.each(documents)('%s names files and folders that exist', (document) => {
	const text = readFileSync(path.join(root, document), 'utf8');
	const names = [...text.matchAll(PATH)].flatMap(([, name]) => (name ? [name.replace(/\/$/, '')] : []));
	expect(names.filter((name) => !isGenerated(name) && !isTracked(name))).toEqual([]);
	expect(text).not.toMatch(/^(<{7}|={7}|>{7})( |$)/m);
});

it('links between documents lead to a file', () => {
	const links = documents.flatMap((document) =>
		[...readFileSync(path.join(root, document), 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
			([, target]) => path.join(path.dirname(document), target ?? ''),
		),
	);
	expect(links.length).toBeGreaterThan(20);
	expect(links.filter((target) => !existsSync(path.join(root, target)))).toEqual([]);
});

it('calls of the station that the documents name are part of its API', () => {
	const domains = new Set(Object.keys(stationApi).map((name) => name.split('.')[0]));
	const called = documents.flatMap((document) =>
		[...readFileSync(path.join(root, document), 'utf8').matchAll(/`(?:call\(')?([a-z]\w+)\.([a-z]\w+)(?:'|`)/gi)]
			.filter(([, domain, method]) => domains.has(domain ?? '') && !/^(ts|db|json)$/.test(method ?? ''))
			.map(([, domain, method]) => `${domain}.${method}`),
	);
	expect(called.filter((name) => !(name in stationApi))).toEqual([]);
	expect(called).toContain('shipments.create');
});
