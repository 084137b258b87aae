// Every key of a command stands on its button.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const renderer = path.join(import.meta.dirname, '..', '..', 'src-renderer');
const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
	.filter((name) => /\.(vue|ts)$/.test(name))
	.map((name) => ({ folder: path.dirname(name), text: readFileSync(path.join(renderer, name), 'utf8') }));

/** Keys of the commands in a text, as in `Alt C`; `Alt …` for keys with a number. */
const commandKeys = (text: string): string[] =>
	[...text.matchAll(/\bkeys: (['`])(.+?)\1/g)].map(([, , keys = '']) => normalise(keys));
/** Keys that a text shows in a `kbd` element, or passes to a component that does (`shortcut`). */
const shownKeys = (text: string): string[] =>
	[
		...text.matchAll(/<kbd[^>]*>\{\{ shortcutText\((['`]?)(.+?)\1\) \}\}<\/kbd>/g),
		...text.matchAll(/\bshortcut=(")(.+?)\1/g),
	].map(([, , keys = '']) => normalise(keys));
/** A list shows the keys of its entries as `keys`. */
const normalise = (keys: string): string => keys.replace(/\$\{.+\}|(?<=Alt )\d$/, '…').replace('Escape', 'Esc');

it('every key of a command is shown on its screen', () => {
	const commands = files.flatMap(({ folder, text }) => commandKeys(text).map((keys) => ({ folder, keys })));
	expect(new Set(commands.map(({ keys }) => keys)).size).toBeGreaterThan(25);
	const shown = files.map(({ folder, text }) => ({ folder, keys: shownKeys(text) }));
	const isShown = ({ folder, keys }: { folder: string; keys: string }) =>
		shown.some(
			(file) =>
				(file.folder === folder || file.folder === 'features/shared') &&
				(file.keys.includes(keys) || (file.keys.includes('keys') && keys === 'Alt …')),
		);
	expect(commands.filter((command) => !isShown(command))).toEqual([]);
});
