// Violations of accessibility rules that axe finds on a screen.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
	id: string;
	help: string;
	nodes: { target: string[]; failureSummary: string }[];
}

/** All WCAG 2.2 rules of levels A and AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** @param rules ids of axe rules; all WCAG rules by default */
async function findings(page: Page, rules: readonly string[] | undefined): Promise<string[]> {
	// Through the debugger, because the page's content security policy blocks injected scripts.
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

/** Waits until nothing fades or moves any more: colours that are mixed halfway have too little contrast. */
const waitForAnimations = (page: Page) =>
	page.waitForFunction(() =>
		document
			.getAnimations()
			.every(
				(animation) =>
					animation.playState !== 'running' || animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
			),
	);

export async function expectNoFindings(page: Page, where: string, rules?: readonly string[]): Promise<void> {
	await waitForAnimations(page);
	expect.soft(await findings(page, rules), where).toEqual([]);
}
