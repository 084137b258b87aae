// What the rules of accessible pages find on a screen.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
	id: string;
	help: string;
	nodes: { target: string[]; failureSummary: string }[];
}

/** All rules of WCAG 2.2 at its levels A and AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** @param rules ids of single rules of axe; all of WCAG unless they are named */
async function findings(page: Page, rules: readonly string[] | undefined): Promise<string[]> {
	// Through the debugger: the page's own policy lets no script in.
	const session = await page.context().newCDPSession(page);
	await session.send('Runtime.evaluate', { expression: AXE });
	const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
		expression: `axe.run(document, { runOnly: ${JSON.stringify(rules ?? WCAG)}, resultTypes: ['violations'] }).then((found) => JSON.stringify(found.violations))`,
		awaitPromise: true,
		returnByValue: true,
	});
	await session.detach();
	if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
	return (JSON.parse(result.value) as Finding[]).map(
		({ id, help, nodes }) =>
			`${id}: ${help}\n${nodes.map(({ target, failureSummary }) => `  ${target.join(' ')}: ${failureSummary}`).join('\n')}`,
	);
}

export async function expectNoFindings(page: Page, where: string, rules?: readonly string[]): Promise<void> {
	expect.soft(await findings(page, rules), where).toEqual([]);
}
