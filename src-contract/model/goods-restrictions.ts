// Goods that a destination, a sanction or parcel carriers prohibit, or admit only under a rule.

/** Kinds of goods in `resources/duties/restrictions.csv`. */
export const RESTRICTED_GOODS = [
	'aerosols',
	'alcohol',
	'ammunition',
	'animal-products',
	'baby-walkers',
	'cash',
	'chewing-gum',
	'cosmetics',
	'cultural-goods',
	'deforestation-goods',
	'drones',
	'e-cigarettes',
	'explosives',
	'fireworks',
	'flammable-liquids',
	'food',
	'food-supplements',
	'food-with-toy',
	'gas-lighters',
	'honey',
	'ivory',
	'knives',
	'lithium-batteries',
	'lithium-battery-devices',
	'live-animals',
	'luxury-goods',
	'meat-and-dairy',
	'medical-devices',
	'medicines',
	'offensive-weapons',
	'perfume',
	'phones',
	'plants-and-seeds',
	'plastic-bags',
	'poppy-seeds',
	'pork',
	'protected-species',
	'radio-equipment',
	'sanctioned-goods',
	'tobacco',
	'toys',
	'waste-and-used-goods',
	'weapons',
	'wood',
] as const;

/** What applies to restricted goods. */
export const RESTRICTION_RULES = [
	'age-check',
	'cites-permit',
	'conformity-mark',
	'dangerous-goods',
	'due-diligence',
	'excise',
	'export-ban',
	'health-certificate',
	'import-licence',
	'medicine-permit',
	'not-admitted',
	'not-carried',
	'phytosanitary-certificate',
	'prior-notice',
	'registration',
	'responsible-person',
	'treatment',
] as const;

export interface GoodsRestriction {
	/** Index of the item. */
	item: number;
	isProhibited: boolean;
	goods: (typeof RESTRICTED_GOODS)[number];
	rule: (typeof RESTRICTION_RULES)[number];
	/** Code of the destination's territory. */
	territory: string;
	/** Law or publication, in English. */
	source: string;
}

interface GoodsLocation {
	countryCode: string;
	zipcode?: string | undefined;
	city?: string | undefined;
}

/** Route of goods on an ISO date. */
export interface GoodsRoute {
	from: GoodsLocation;
	to: GoodsLocation;
	onDate: string;
}

/** Goods to be checked. */
export interface CheckedGoods {
	description: string;
	/** HS code, entered or suggested by the classifier; empty if there is none. */
	hsCode: string;
}

/** Whether goods have anything to check: a description or a code. */
export const isCheckable = ({ description, hsCode }: CheckedGoods): boolean =>
	description.trim() !== '' || hsCode !== '';
