// `npm run dev`: the station with hot reload of its screens; main and preload restart it when they change.
import { electronSwitches } from './electron-switches.mjs';
import { run } from './run.mjs';
import { setUp } from './setup.mjs';

const electron = await setUp();
process.env.ELECTRON_EXEC_PATH = electron.path;
process.exit(await run('electron-vite', ['dev', '--watch', '--', ...electronSwitches()]));
