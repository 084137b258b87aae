// Which of several decisions applies.
import { expect, it } from 'vitest';
import { createDecisionIndex } from '../../../../src-main/shipments/goods-decisions/decision-index';

const indexOf = (...decisions: [goods: string, chosenAt: string][]) => {
	const index = createDecisionIndex();
	for (const [goods, chosenAt] of decisions) index.add({ key: goods, goods, chosenAt });
	return index;
};

it('finds the newest of the decisions with the same goods words, in whatever order they were added', () => {
	const index = indexOf(
		['merino beanie red', '2026-02-01'],
		['beanie, merino', '2026-03-01'],
		['merino beanie', '2026-01-01'],
	);
	expect(index.find('Blue merino beanies')).toEqual({ key: 'beanie, merino', match: 'words' });
	index.add({ key: 'merino beanie', goods: 'merino beanie', chosenAt: '2026-04-01' });
	expect(index.find('Blue merino beanies')).toEqual({ key: 'merino beanie', match: 'words' });
});

it('finds the similar decision with the most words, and of these the newest', () => {
	const index = indexOf(
		['leather wallet', '2026-05-01'],
		['leather coin wallet', '2026-01-01'],
		['leather travel wallet', '2026-02-01'],
		['leather travel wallet pouch chain', '2026-06-01'],
	);
	const similar = index.find('leather wallet for travel and coins, with zip');
	expect(similar).toEqual({ key: 'leather travel wallet', match: 'similar' });
	expect(index.find('nylon wallet')).toBeUndefined();
});

it('finds a decision among 20,000', () => {
	const index = createDecisionIndex();
	const materials = ['cotton', 'merino', 'leather', 'steel', 'wooden', 'plastic', 'silk', 'linen'];
	for (let number = 0; number < 20_000; number += 1) {
		const goods = `${materials[number % 8]} men part${number}x hiking jacket type${number % 97}y`;
		index.add({ key: goods, goods, chosenAt: '2026-11-20' });
	}
	const description = 'Blue cotton hiking jackets for men with hood, part16x type16y, waterproof zip pocket, size L';
	expect(index.find(description)).toMatchObject({ match: 'similar', key: expect.stringContaining('part16x') });
});
