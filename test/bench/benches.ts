import { addressScreens } from './address-screens';
import { addresses } from './addresses';
import { books } from './books';
import { cartonPlans } from './cartons';
import { classification } from './classification';
import { classificationFit } from './classification-fit';
import { duties } from './duties';
import { flood } from './flood';
import { items } from './items';
import { journal } from './journal';
import { labels } from './labels';
import { packing } from './packing';
import { printing } from './printing';
import { rules } from './rules';
import { screens } from './screens';
import { booking, growth, memory, rates } from './service';
import { startUp } from './start-up';

export interface BenchRow {
	measure: string;
	ours: string;
	peer: string;
	ratio: string;
	limit: string;
	verdict: 'met' | 'missed';
}

/** One entry per benchmark. */
export const benches: Record<string, () => Promise<BenchRow[]>> = {
	'start-up': startUp,
	rates,
	booking,
	labels,
	memory,
	growth,
	flood,
	duties,
	classification,
	'classification-fit': classificationFit,
	addresses,
	'address-screens': addressScreens,
	books,
	items,
	journal,
	screens,
	printing,
	packing,
	cartons: cartonPlans,
	rules,
};
