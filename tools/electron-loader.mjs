// The application of the fallback executable. Like Electron's default application, it starts the program in a folder: the first
// argument without a leading dash.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const folder = path.resolve(process.argv.slice(1).find((argument) => !argument.startsWith('-')) ?? '.');
const description = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
app.setName(description.productName ?? description.name);
const undocumented = /** @type {{ setVersion(version: string): void, setAppPath(folder: string): void }} */ (
	/** @type {unknown} */ (app)
);
undocumented.setVersion(description.version ?? '0.0.0');
undocumented.setAppPath(folder);
app.setPath('userData', path.join(app.getPath('appData'), app.getName()));
// Electron is not ready before the program is loaded, as if this were the program itself.
await import(pathToFileURL(path.join(folder, description.main)).href);
