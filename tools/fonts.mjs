// `node tools/fonts.mjs`: writes the fonts of labels and customs documents into resources/fonts, unchanged, from their npm
// packages. The fonts are committed, because an installation of the packages would download all weights: more than 200 MB.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { log } from './log.mjs';
import { projectRoot } from './project-root.mjs';

/** Package, version and the files to take from it. */
const FONTS = [
	['noto-sans', '0.4.2', ['400Regular/NotoSans_400Regular.ttf', '700Bold/NotoSans_700Bold.ttf']],
	['noto-sans-arabic', '0.4.3', ['400Regular/NotoSansArabic_400Regular.ttf']],
	['noto-sans-armenian', '0.4.2', ['400Regular/NotoSansArmenian_400Regular.ttf']],
	['noto-sans-devanagari', '0.4.1', ['400Regular/NotoSansDevanagari_400Regular.ttf']],
	['noto-sans-georgian', '0.4.3', ['400Regular/NotoSansGeorgian_400Regular.ttf']],
	['noto-sans-hebrew', '0.4.1', ['400Regular/NotoSansHebrew_400Regular.ttf']],
	['noto-sans-jp', '0.4.3', ['500Medium/NotoSansJP_500Medium.ttf']],
	['noto-sans-kr', '0.4.3', ['500Medium/NotoSansKR_500Medium.ttf']],
	['noto-sans-sc', '0.4.3', ['500Medium/NotoSansSC_500Medium.ttf']],
	['noto-sans-tc', '0.4.3', ['500Medium/NotoSansTC_500Medium.ttf']],
	['noto-sans-thai', '0.4.2', ['400Regular/NotoSansThai_400Regular.ttf']],
];

const folder = mkdtempSync(path.join(tmpdir(), 'waybill-fonts-'));
try {
	for (const [name, version, files] of FONTS) {
		const target = `@expo-google-fonts/${name}@${version}`;
		const packed = execFileSync('npm', ['pack', target, '--silent'], { cwd: folder, encoding: 'utf8' }).trim();
		execFileSync('tar', ['-xzf', packed], { cwd: folder });
		for (const file of /** @type {string[]} */ (files)) {
			// NotoSansJP_500Medium.ttf becomes NotoSansJP-Medium.ttf.
			const fileName = path.basename(file).replace(/_\d+/, '-');
			copyFileSync(path.join(folder, 'package', file), path.join(projectRoot, 'resources', 'fonts', fileName));
			log(`${fileName} from ${target}`);
		}
		rmSync(path.join(folder, 'package'), { recursive: true });
	}
} finally {
	rmSync(folder, { recursive: true });
}
