// Stands in for Electron's default application in an executable that has none: starts the program whose folder is
// the first argument that is not a switch.
const { app } = require('electron');
const path = require('node:path');

const folder = path.resolve(process.argv.slice(1).find((argument) => !argument.startsWith('-')) ?? '.');
const description = require(path.join(folder, 'package.json'));
app.setName(description.productName ?? description.name);
app.setVersion(description.version ?? '0.0.0');
app.setAppPath(folder);
app.setPath('userData', path.join(app.getPath('appData'), app.getName()));
require(path.join(folder, description.main));
