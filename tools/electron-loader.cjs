// Stands in for Electron's default application in an executable that has none: starts the program whose folder is
// the first argument that is not a switch.
const { app } = require('electron');
const path = require('node:path');

// Its Node 18 never ends when V8 finds something of a FinalizationRegistry dead while everything is freed: what is to be called
// then may not run any more, and asks for itself anew (issue 47748 of nodejs/node; mended in the Node of the Electron that is
// handed out). `fetch` registers each request, and AbortSignal.timeout each signal; nobody needs to be told.
FinalizationRegistry.prototype.register = () => {};
AbortSignal.timeout = (milliseconds) => {
	const ending = new AbortController();
	const late = () => ending.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
	setTimeout(late, milliseconds).unref();
	return ending.signal;
};

const folder = path.resolve(process.argv.slice(1).find((argument) => !argument.startsWith('-')) ?? '.');
const description = require(path.join(folder, 'package.json'));
app.setName(description.productName ?? description.name);
const undocumented = /** @type {{ setVersion(version: string): void, setAppPath(folder: string): void }} */ (
	/** @type {unknown} */ (app)
);
undocumented.setVersion(description.version ?? '0.0.0');
undocumented.setAppPath(folder);
app.setPath('userData', path.join(app.getPath('appData'), app.getName()));
require(path.join(folder, description.main));
