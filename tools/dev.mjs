// `npm run dev`: runs the station with hot reload of its screens. Changes of the main process or preload script restart
// the station.
import { electronSwitches } from './electron-switches.mjs';
import { run } from './run.mjs';
import { setUp } from './setup.mjs';

const electron = await setUp();
process.env.ELECTRON_EXEC_PATH = electron.path;
process.exit(await run('electron-vite', ['dev', '--watch', '--', ...electronSwitches()]));
