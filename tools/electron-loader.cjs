// The application of the fallback executable. Like Electron's default application, it starts the program in a folder: the first
// argument without a leading dash.
const { app } = require('electron');
const path = require('node:path');

// Node 18, which this executable contains, can hang at exit: a FinalizationRegistry callback is rescheduled forever while the
// environment is freed (nodejs/node issue 47748; fixed in the Node of the pinned Electron). `fetch` and AbortSignal.timeout use
// such registries, so registration is turned off here and AbortSignal.timeout is replaced.
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
