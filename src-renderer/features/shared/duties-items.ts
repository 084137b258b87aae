import { type DutiesContent, dutiesContentSchema } from '../../../src-contract/model/duties';
import type { ContentInput } from '../../lib/draft-fields';

/** Contents of a form as the items of a duties estimate, or undefined if an item is incomplete. */
export function dutiesItems(contents: readonly ContentInput[]): DutiesContent[] | undefined {
	const items = contents.map((content) => dutiesContentSchema.safeParse(content));
	return items.some(({ success }) => !success) ? undefined : items.flatMap(({ data }) => (data ? [data] : []));
}
