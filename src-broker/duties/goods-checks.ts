// Checks the HS codes and countries of origin of goods, in shipment requests and in duties requests. Pure.
import type { FieldError } from '../../src-contract/errors';

export interface GoodsChecks {
	/** Whether the first six digits are a code of the Harmonised System. */
	isHsCode: (code: string) => boolean;
	isCountry: (code: string) => boolean;
}

interface CheckedItem {
	hsCode: string | undefined;
	origin: string | undefined;
}

/**
 * Errors for HS codes and countries of origin that do not exist. A missing code or country is not an error here.
 * @param fieldNames names of the two fields in `contentItems` of the request
 */
export function goodsErrors(
	{ isHsCode, isCountry }: GoodsChecks,
	items: readonly CheckedItem[],
	fieldNames: { hsCode: string; origin: string },
): FieldError[] {
	return items.flatMap(({ hsCode, origin }, index) => {
		const fieldErrors: FieldError[] = [];
		if (hsCode !== undefined && !isHsCode(hsCode)) {
			fieldErrors.push({
				path: `contentItems.${index}.${fieldNames.hsCode}`,
				code: 'unknown_hs_code',
				message: `${hsCode} is not an HS 2022 code: no subheading has its first six digits`,
			});
		}
		if (origin !== undefined && !isCountry(origin)) {
			fieldErrors.push({
				path: `contentItems.${index}.${fieldNames.origin}`,
				code: 'unknown_country',
				message: `${origin} is not an ISO 3166 country code`,
			});
		}
		return fieldErrors;
	});
}
