// Which customs and fiscal territory a place lies in, by country and postcode, and what a lane therefore needs.
// The form, the journal and the service ask the same question here, so that they cannot disagree.
import table from '../../resources/customs/territories.json';
import type { FieldError } from '../errors';
import { t } from '../i18n';
import { foldText } from '../lib/text-folding';
import type { Incoterms, ReasonForExport } from '../model/trade-terms';

/** The table goes into the program: the compiler checks its form, and no start has to. */
interface Table {
	source: string;
	effectiveFrom: string;
	/** One territory for duty and for import tax. */
	customsUnions: Record<string, string[]>;
	/** One territory for duty; each country levies its own import tax. */
	customsOnlyUnions: Record<string, string[]>;
	exceptions: {
		name: string;
		country: string;
		/** A regular expression. */
		postcodes: string;
		aliases: string[];
		customs: string;
		fiscal: string;
		code?: string;
		/** Cities that tell the place where no postcode is given. */
		cities?: string[];
	}[];
}

const { customsUnions, customsOnlyUnions, exceptions: listed }: Table = table;
const exceptions = listed.map((entry) => ({ ...entry, postcodes: new RegExp(entry.postcodes, 'i') }));
const byCountry = (unions: Record<string, string[]>) =>
	new Map(
		Object.entries(unions).flatMap(([union, countries]) => countries.map((country) => [country, union] as const)),
	);
const unionOfCountry = byCountry(customsUnions);
const customsOnlyUnionOfCountry = byCountry(customsOnlyUnions);

export interface Place {
	countryCode: string;
	zipcode?: string | undefined;
	city?: string | undefined;
}

export interface Territory {
	/** No duty is due between two places of the same value. */
	customs: string;
	/** No papers and no import tax either. */
	fiscal: string;
	/** What the tables of duties and taxes know it by: the country, unless the place lies outside its country's rules. */
	code: string;
}

const letters = (text = ''): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, '');

export function territoryOf(place: Place): Territory {
	const postcode = (place.zipcode ?? '').replace(/[\s-]/g, '');
	// ES-35001 and F-97400 are 35001 and 97400: the country may stand in front.
	const bare = postcode.replace(/^[a-z]{1,2}(?=\d)/i, '');
	const city = letters(place.city);
	const exception = exceptions.find((entry) => {
		if (entry.aliases.includes(place.countryCode)) return true;
		if (entry.country !== place.countryCode) return false;
		if (postcode === '') return entry.cities?.some((name) => letters(name) === city);
		return entry.postcodes.test(postcode) || entry.postcodes.test(bare);
	});
	if (exception) {
		return { customs: exception.customs, fiscal: exception.fiscal, code: exception.code ?? exception.fiscal };
	}
	const code = place.countryCode;
	const fiscal = unionOfCountry.get(code) ?? code;
	return { customs: customsOnlyUnionOfCountry.get(code) ?? fiscal, fiscal, code };
}

/** A lane is dutiable when goods on it need customs papers: its ends lie in different fiscal territories. */
export function isDutiable(from: Place, to: Place): boolean {
	return territoryOf(from).fiscal !== territoryOf(to).fiscal;
}

/** Above this total value, in euros, a VAT number of the recipient is required (specification, section 8). */
const VAT_NUMBER_ABOVE_EUR = 2300;

/** No carrier takes goods worth more in total, in euros. */
const MAX_VALUE_EUR = 10_000_000;

export interface ShippingRoute {
	from: Place;
	to: Place & { companyName?: string | undefined; vatNumber?: string | undefined };
	totalValueEur: number;
	reasonForExport?: ReasonForExport | undefined;
	incoterms?: Incoterms | undefined;
}

export interface RouteRequirements {
	dutiable: boolean;
	vatNumber: boolean;
}

export function routeRequirements(lane: Omit<ShippingRoute, 'reasonForExport' | 'incoterms'>): RouteRequirements {
	return {
		dutiable: isDutiable(lane.from, lane.to),
		vatNumber:
			(lane.to.countryCode === 'US' && Boolean(lane.to.companyName)) || lane.totalValueEur > VAT_NUMBER_ABOVE_EUR,
	};
}

/** Where a shipment has what a lane may need. */
export interface RouteFieldPaths {
	vatNumber: string;
	contents: string;
}

/** What the lane needs and the shipment lacks. @param paths of the fields at fault, in the words of the caller */
export function routeErrors(lane: ShippingRoute, paths: RouteFieldPaths): FieldError[] {
	const required = routeRequirements(lane);
	const fieldErrors: FieldError[] = [];
	if (required.dutiable && !lane.reasonForExport) {
		fieldErrors.push({
			path: 'reasonForExport',
			code: 'required',
			message: t('a reason for export is required: the shipment is dutiable'),
		});
	}
	if (required.dutiable && !lane.incoterms) {
		fieldErrors.push({
			path: 'incoterms',
			code: 'required',
			message: t('incoterms (DAP or DDP) are required: the shipment is dutiable'),
		});
	}
	if (required.vatNumber && !lane.to.vatNumber) {
		fieldErrors.push({
			path: paths.vatNumber,
			code: 'required',
			message: t(
				`the recipient's VAT or tax number is required for a company in the US and above {limit} EUR in total`,
				{ limit: VAT_NUMBER_ABOVE_EUR },
			),
		});
	}
	if (lane.totalValueEur > MAX_VALUE_EUR) {
		fieldErrors.push({
			path: paths.contents,
			code: 'too_valuable',
			message: t('the contents are worth more than {limit} EUR in total, which no carrier takes', {
				limit: MAX_VALUE_EUR,
			}),
		});
	}
	return fieldErrors;
}
