// Customs and fiscal territories by country and postcode, and the route requirements that follow from them.
// The form, the journal and the service all use these rules, so their answers agree.
import table from '../../resources/customs/territories.json';
import type { FieldError } from '../errors';
import { t } from '../i18n';
import { foldText } from '../lib/text-folding';
import type { Incoterms, ReasonForExport } from '../model/trade-terms';

/** The table is compiled into the program, so the compiler checks its shape. */
interface Table {
	source: string;
	effectiveFrom: string;
	/** Countries that form one territory for both duty and import tax. */
	customsUnions: Record<string, string[]>;
	/** Countries that form one territory for duty, although each country levies its own import tax. */
	customsOnlyUnions: Record<string, string[]>;
	exceptions: {
		name: string;
		country: string;
		/** Regular expression. */
		postcodes: string;
		/** Country codes that mean the territory itself, such as IC for the Canary Islands (`country` ES). */
		aliases: string[];
		/** The fields of `Territory`. Without `code`, the territory's code is that in `fiscal`. */
		customs: string;
		fiscal: string;
		code?: string;
		/** Cities that identify the territory when there is no postcode. */
		cities?: string[];
	}[];
}

const { customsUnions, customsOnlyUnions, exceptions: exceptionRows }: Table = table;
const exceptions = exceptionRows.map((row) => ({ ...row, postcodes: new RegExp(row.postcodes, 'i') }));
const unionByCountry = (unions: Record<string, string[]>) =>
	new Map(
		Object.entries(unions).flatMap(([union, countries]) => countries.map((country) => [country, union] as const)),
	);
const unionOfCountry = unionByCountry(customsUnions);
const customsOnlyUnionOfCountry = unionByCountry(customsOnlyUnions);

export interface RouteLocation {
	countryCode: string;
	zipcode?: string | undefined;
	city?: string | undefined;
}

export interface Territory {
	/** No duty is due between locations with the same value. */
	customs: string;
	/** No customs documents and no import tax are required between locations with the same value. */
	fiscal: string;
	/** Key in the tables of duties and taxes: the country code, or the code of a territory with its own rules. */
	code: string;
}

const lettersAndDigits = (text = ''): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, '');

/** Territory of a location. An exception is recognised by the postcode or, without one, by the city. */
export function territoryOf(location: RouteLocation): Territory {
	const postcode = (location.zipcode ?? '').replace(/[\s-]/g, '');
	// The country code may precede the postcode: ES-35001, F-97400.
	const withoutCountry = postcode.replace(/^[a-z]{1,2}(?=\d)/i, '');
	const city = lettersAndDigits(location.city);
	const exception = exceptions.find((entry) => {
		if (entry.aliases.includes(location.countryCode)) return true;
		if (entry.country !== location.countryCode) return false;
		if (postcode === '') return entry.cities?.some((name) => lettersAndDigits(name) === city);
		return entry.postcodes.test(postcode) || entry.postcodes.test(withoutCountry);
	});
	if (exception) {
		return { customs: exception.customs, fiscal: exception.fiscal, code: exception.code ?? exception.fiscal };
	}
	const code = location.countryCode;
	const fiscal = unionOfCountry.get(code) ?? code;
	return { customs: customsOnlyUnionOfCountry.get(code) ?? fiscal, fiscal, code };
}

/** True when origin and destination are in different fiscal territories. Goods on such a route need customs documents. */
export function isDutiable(from: RouteLocation, to: RouteLocation): boolean {
	return territoryOf(from).fiscal !== territoryOf(to).fiscal;
}

/** Above this total value, in EUR, the recipient's VAT number is required (specification, section 8). */
const VAT_NUMBER_ABOVE_EUR = 2300;

/** Maximum total value that carriers accept, in EUR. */
const MAX_VALUE_EUR = 10_000_000;

/** The data of a shipment that decides what its route requires. */
export interface ShippingRoute {
	from: RouteLocation;
	to: RouteLocation & { companyName?: string | undefined; vatNumber?: string | undefined };
	totalValueEur: number;
	reasonForExport?: ReasonForExport | undefined;
	incoterms?: Incoterms | undefined;
}

/** What a route requires of a shipment. */
export interface RouteRequirements {
	/** Whether a reason for export and incoterms are required. */
	needsExportDetails: boolean;
	/** Whether the recipient's VAT number is required. */
	needsVatNumber: boolean;
}

const isCompanyInUs = ({ countryCode, companyName }: ShippingRoute['to']): boolean =>
	countryCode === 'US' && Boolean(companyName);

/** Requirements of a route (specification, section 8). */
export function routeRequirements(route: Omit<ShippingRoute, 'reasonForExport' | 'incoterms'>): RouteRequirements {
	return {
		needsExportDetails: isDutiable(route.from, route.to),
		needsVatNumber: isCompanyInUs(route.to) || route.totalValueEur > VAT_NUMBER_ABOVE_EUR,
	};
}

/** Paths of the fields in the caller's input, for the field errors. */
export interface RouteFieldPaths {
	vatNumber: string;
	contents: string;
}

/** @returns a field error for each requirement of the route that the shipment does not meet */
export function routeErrors(route: ShippingRoute, paths: RouteFieldPaths): FieldError[] {
	const requirements = routeRequirements(route);
	const fieldErrors: FieldError[] = [];
	if (requirements.needsExportDetails && !route.reasonForExport) {
		fieldErrors.push({
			path: 'reasonForExport',
			code: 'required',
			message: t('a reason for export is required: the shipment is dutiable'),
		});
	}
	if (requirements.needsExportDetails && !route.incoterms) {
		fieldErrors.push({
			path: 'incoterms',
			code: 'required',
			message: t('incoterms (DAP or DDP) are required: the shipment is dutiable'),
		});
	}
	if (requirements.needsVatNumber && !route.to.vatNumber) {
		fieldErrors.push({
			path: paths.vatNumber,
			code: 'required',
			message: isCompanyInUs(route.to)
				? t(`the recipient's VAT or tax number is required for a company in the US`)
				: t(`the recipient's VAT or tax number is required for contents worth more than {limit} EUR in total`, {
						limit: VAT_NUMBER_ABOVE_EUR,
					}),
		});
	}
	if (route.totalValueEur > MAX_VALUE_EUR) {
		fieldErrors.push({
			path: paths.contents,
			code: 'too_valuable',
			message: t('the contents are worth more than {limit} EUR in total, which no carrier accepts', {
				limit: MAX_VALUE_EUR,
			}),
		});
	}
	return fieldErrors;
}
