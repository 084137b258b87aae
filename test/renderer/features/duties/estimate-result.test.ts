// @vitest-environment happy-dom
// The estimate on the Duties screen: an amount that is not known never reads as zero.
import { afterEach, expect, it } from 'vitest';
import type { DutiesResponse } from '../../../../src-contract/partner-api';
import { landedCost } from '../../../../src-contract/rules/landed-cost';
import EstimateResult from '../../../../src-renderer/features/duties/EstimateResult.vue';
import { freshPinia, mount, unmountAll } from '../../../fixtures/mount';

afterEach(unmountAll);

const unknown = (name: string) => ({ harmonizedCode: '040690', name, amount: 0, known: false, description: '' });
const vat = { harmonizedCode: '040690', name: 'VAT', amount: 26, description: '' };

function shownParts(taxDetails: DutiesResponse['taxDetails'], estimateEur: number) {
	const estimate = { hasErrors: false, taxDetails, estimate: estimateEur, estimateIsMinimum: true, hsCode: '040690' };
	const { root, unmount } = mount(freshPinia(), EstimateResult, () => ({
		from: { countryCode: 'NL', zipcode: '', city: '' },
		to: { countryCode: 'CH', zipcode: '', city: '' },
		estimate,
		cost: landedCost(estimate, 1000, 20),
		estimatedAt: '2026-11-21T10:00:00Z',
		isCurrent: true,
	}));
	const textOf = (selector: string) => root.querySelector(selector)?.textContent?.trim();
	const names = [...root.querySelectorAll('dl:first-of-type dt.contents')].map((name) => name.textContent?.trim());
	const amounts = [...root.querySelectorAll('dl:first-of-type dd')].map((amount) => amount.textContent?.trim());
	const parts = Object.fromEntries(names.map((name, index) => [name, amounts[index]]));
	const result = { parts, dues: textOf('[data-testid=dues]'), landedCost: textOf('[data-testid=landed-cost]') };
	unmount();
	return result;
}

it('shows an unknown duty as not known, and the sums as minimums', () => {
	const { parts, dues, landedCost: total } = shownParts([unknown('Duty not known'), vat], 26);
	expect(parts).toMatchObject({ Duty: 'not known', 'Import tax': '€26.00', Goods: '€1,000.00' });
	expect([dues, total]).toEqual(['at least €26.00', 'at least €1,046.00']);
});

it('shows a sum without any known amount as not known', () => {
	const { parts, dues } = shownParts([unknown('Octroi de mer: not known')], 0);
	expect(parts).toMatchObject({ Charges: 'not known' });
	expect(dues).toBe('not known');
});
