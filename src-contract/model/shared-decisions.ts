// HS codes that users chose for descriptions of goods, as the desks of a site share them through the site database.
import * as z from 'zod';
import { goodsKey, HS_CODE } from './goods';

/** First schema version of the site database with decisions. */
export const DECISIONS_SCHEMA_VERSION = 2;

/** Text without control characters and lone surrogates, which PostgreSQL refuses. */
const plainText = (maxChars: number) =>
	z
		.string()
		.min(1)
		.max(maxChars)
		.regex(/^[^\p{Cc}\p{Cs}]+$/u);

const decisionFields = {
	/** Key of the description, see `goodsKey`. */
	key: plainText(400),
	/** The description as it was typed. */
	goods: plainText(400),
	code: z.string().regex(HS_CODE),
};
const hasOwnKey = ({ key, goods }: { key: string; goods: string }): boolean => goodsKey(goods) === key;

/** A decision that a desk sends. */
export const sentDecisionSchema = z
	.object({
		...decisionFields,
		chosenAt: z.iso.datetime(),
		/** False for a decision of another desk, which is sent again after the site database was restored from a backup. */
		isOwn: z.boolean(),
	})
	.refine(hasOwnKey);
export type SentDecision = z.infer<typeof sentDecisionSchema>;

/** A decision as the site database stores it. */
export const siteDecisionSchema = z
	.object({
		...decisionFields,
		chosenAt: z
			.date()
			.min(new Date('1970-01-01'))
			.max(new Date('9999-01-01'))
			.transform((at) => at.toISOString()),
		/** Name of the desk at which the code was chosen. */
		chosenBy: plainText(200),
	})
	.refine(hasOwnKey);
export type SiteDecision = z.infer<typeof siteDecisionSchema>;
