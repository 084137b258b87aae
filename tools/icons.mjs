// `node tools/icons.mjs`: renders resources/icons/waybill.svg in the sizes that desktops need. The images are committed, so that
// packaging needs no renderer.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from './project-root.mjs';

const folder = path.join(projectRoot, 'resources', 'icons');
for (const size of [16, 32, 48, 64, 128, 256, 512]) {
	const picture = path.join(folder, `${size}x${size}.png`);
	execFileSync('rsvg-convert', ['-w', `${size}`, '-h', `${size}`, '-o', picture, path.join(folder, 'waybill.svg')]);
}
