// Every key of a command stands on its button.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const renderer = path.join(import.meta.dirname, '..', '..', 'src-renderer');
const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
	.filter((name) => /\.(vue|ts)$/.test(name))
	.map((name) => ({ name, folder: path.dirname(name), text: readFileSync(path.join(renderer, name), 'utf8') }));

/** Keys of the commands in a text, as in `Alt C`; `Alt …` for keys with a number. */
const commandKeys = (text: string): string[] =>
	[...text.matchAll(/\bkeys: (['`])(.+?)\1/g)].map(([, , keys = '']) => normalise(keys));
/** Keys that a text shows in a `kbd` element, or passes to a component that does (`shortcut`). */
const shownKeys = (text: string): string[] =>
	[
		...text.matchAll(/<kbd[^>]*>\{\{ shortcutText\((['`]?)(.+?)\1\) \}\}<\/kbd>/g),
		...text.matchAll(/\bshortcut=(")(.+?)\1/g),
	].map(([, , keys = '']) => normalise(keys));
const normalise = (keys: string): string => keys.replace(/\$\{.+\}/, '…').replace('Escape', 'Esc');

it('every key of a command is shown on its screen', () => {
	const commands = files.flatMap((file) => commandKeys(file.text).map((keys) => ({ file, keys })));
	expect(new Set(commands.map(({ keys }) => keys)).size).toBeGreaterThan(25);
	/** A file that makes buttons from a list of commands, of its own or imported, shows the keys of the list as `keys`. */
	const isShown = ({ file, keys }: (typeof commands)[number]) =>
		files.some(({ name, folder, text }) => {
			const shown = shownKeys(text);
			const hasList = name === file.name || text.includes(`/${path.basename(file.name, '.ts')}'`);
			if (hasList && shown.some((shownText) => /\bkeys$/.test(shownText))) return true;
			return (folder === file.folder || folder === 'features/shared') && shown.includes(keys);
		});
	expect(commands.filter((command) => !isShown(command)).map(({ file, keys }) => `${file.name}: ${keys}`)).toEqual([]);
});
