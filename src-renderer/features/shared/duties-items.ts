import { type DutiesItem, dutiesItemSchema } from '../../../src-contract/partner-api';
import type { TypedContent } from '../../lib/draft-fields';

/** The items of an estimate, or undefined while one of them lacks something. */
export function dutiesItems(contents: readonly TypedContent[]): DutiesItem[] | undefined {
	const items = contents.map((content) =>
		dutiesItemSchema.safeParse({
			description: content.description,
			numberOfItems: content.quantity,
			cost: content.priceEur,
			tariff: content.hsCode,
			originCountry: content.originCountry,
		}),
	);
	return items.some(({ success }) => !success) ? undefined : items.flatMap(({ data }) => (data ? [data] : []));
}
