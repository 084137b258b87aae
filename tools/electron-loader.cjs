// Replaces Electron's default application in the fallback executable: starts the program in the folder that is the first argument
// without a leading dash.
const { app } = require('electron');
const path = require('node:path');

// Node 18 of this executable can hang at exit: a FinalizationRegistry callback is rescheduled forever while the environment is freed
// (nodejs/node issue 47748; fixed in the Node of the released Electron). `fetch` and AbortSignal.timeout use such registries, so
// this disables registration and replaces AbortSignal.timeout.
FinalizationRegistry.prototype.register = () => {};
AbortSignal.timeout = (milliseconds) => {
	const controller = new AbortController();
	const abort = () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
	setTimeout(abort, milliseconds).unref();
	return controller.signal;
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
